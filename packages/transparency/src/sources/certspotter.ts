import type { FoundIssuance, IssuanceSearch, IssuanceSearchResult, IssuanceSource } from '@notafter/domain';
import type { GuardedFetch } from '@notafter/net';
import { type Asked, askForList, RateLimit, type RetryPolicy } from '@notafter/net/lists';
import { z } from 'zod';
import { foundIssuance, matcherOf } from './found-issuance.ts';

const NAME = 'Cert Spotter';
/** Pages of one search; guards against a service that never ends. */
const PAGES_MAX = 500;
/** Whole numbers in the order of discovery. */
const issuance = z.object({ id: z.string().regex(/^\d{1,30}$/), cert: z.object({ data: z.base64() }).nullish() });

export interface CertspotterOptions {
  readonly fetch: GuardedFetch;
  readonly baseUrl: string;
  readonly token: string | null;
  readonly userAgent: string;
  readonly retryPolicy: RetryPolicy;
  readonly now: () => Date;
}

interface Page {
  readonly asked: Asked;
  readonly last: string | null;
  readonly issuances: readonly FoundIssuance[];
  /** Items without a certificate that can be read. */
  readonly unreadable: number;
}

/** Cert Spotter: unexpired certificates in the order of discovery. The cursor is the ID of the last one. */
export const createCertspotterSource = (options: CertspotterOptions): IssuanceSource => {
  const { fetch, baseUrl, token, userAgent, retryPolicy, now } = options;
  const rateLimit = new RateLimit(now);

  const readPage = async ({ domain, signal }: IssuanceSearch, after: string | null, deadline: number): Promise<Page> => {
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/v1/issuances`);
    const asked = { domain, include_subdomains: 'true', match_wildcards: 'true', expand: 'cert', ...(after === null ? {} : { after }) };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    const matcher = matcherOf(domain);
    const issuances: FoundIssuance[] = [];
    let last: string | null = null;
    let unreadable = 0;
    const onItem = async (item: unknown): Promise<void> => {
      const read = issuance.safeParse(item);
      if (!read.success) {
        unreadable += 1;
        return;
      }
      const { id, cert } = read.data;
      last = id;
      const found = cert === null || cert === undefined ? null : foundIssuance(Buffer.from(cert.data, 'base64'), id, matcher);
      if (found === null) unreadable += 1;
      else issuances.push(found);
    };
    const headers = { 'user-agent': userAgent, ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
    const question = { service: NAME, url: url.href, headers, signal, deadline, retryPolicy, rateLimit, onItem };
    return { asked: await askForList(fetch, question), last, issuances, unreadable };
  };

  return {
    name: NAME,
    async read(request) {
      const deadline = performance.now() + request.timeoutMs;
      let { cursor } = request;
      let unreadable = 0;
      const ended = (
        outcome: IssuanceSearchResult['outcome'],
        reason: string | null,
        retryAfterMs: number | null = null,
      ): IssuanceSearchResult => ({
        outcome: outcome === 'failed' && cursor !== request.cursor ? 'partial' : outcome,
        reason,
        retryAfterMs,
        cursor,
      });
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        const { asked, last, issuances, unreadable: more } = await readPage(request, cursor, deadline);
        // A page that broke off is asked for again from its start.
        if (asked.kind === 'failed') return ended('failed', asked.reason, asked.retryAfterMs);
        unreadable += more;
        if (asked.items === 0) {
          const reason = unreadable === 0 ? null : `${NAME} returned ${unreadable} entries without a readable certificate.`;
          return ended(unreadable === 0 ? 'complete' : 'partial', reason, asked.retryAfterMs);
        }
        if (last === null || last === cursor) return ended('failed', `${NAME} returned invalid data.`);
        await request.onBatch({ cursor: last, issuances });
        cursor = last;
      }
      return ended('partial', `${NAME} has more than ${PAGES_MAX} pages.`);
    },
  };
};
