import { plural } from '@notafter/domain';
import type { GuardedFetch } from '@notafter/net';
import { askForList, RateLimit, type RetryPolicy } from '@notafter/net/lists';
import { z } from 'zod';
import { NAMES_FULL } from '../source-options.ts';
import { loggedCertificate } from './logged-certificate.ts';
import type { CtService, ServiceReport, ServiceRequest } from './service.ts';

const NAME = 'Cert Spotter';
/** Far more pages than any domain has; guards against a service that never ends. */
const PAGES_MAX = 500;

const issuance = z.object({
  id: z.string().min(1).max(100),
  dns_names: z.array(z.string()),
  not_before: z.string().nullish(),
  not_after: z.string(),
  issuer: z.object({ name: z.string() }),
});

export interface CertspotterOptions {
  readonly fetch: GuardedFetch;
  readonly baseUrl: string;
  readonly token: string | null;
  readonly retryPolicy: RetryPolicy;
  readonly now: () => Date;
}

interface Page {
  readonly failure: string | null;
  readonly items: number;
  /** Start of the next page. */
  readonly last: string | null;
}

/** Cert Spotter: unexpired certificates in order of discovery, page by page until an empty one. */
export const createCertspotter = ({ fetch, baseUrl, token, retryPolicy, now }: CertspotterOptions): CtService => {
  const rateLimit = new RateLimit(now);
  const readPage = async ({ domain, signal, deadline, findings }: ServiceRequest, after: string | null): Promise<Page> => {
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/v1/issuances`);
    const asked = { domain, include_subdomains: 'true', match_wildcards: 'true', ...(after === null ? {} : { after }) };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    for (const field of ['dns_names', 'issuer']) url.searchParams.append('expand', field);
    let last: string | null = null;
    const onItem = async (item: unknown): Promise<void> => {
      const read = issuance.safeParse(item);
      if (!read.success) return;
      const { id, issuer, not_before: notBefore, not_after: notAfter, dns_names: names } = read.data;
      last = id;
      const logged = loggedCertificate({ issuer: issuer.name, notBefore, notAfter, names });
      for (const name of names) await findings.add(name, { logged });
    };
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await askForList(fetch, { service: NAME, url: url.href, headers, signal, deadline, retryPolicy, onItem, rateLimit });
    return { failure: answer.kind === 'failed' ? answer.reason : null, items: answer.items, last };
  };

  return {
    name: NAME,
    async find(request) {
      const { findings, step } = request;
      let after: string | null = null;
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        // The number of pages is unknown; only the end is 1.
        step({ done: (page - 1) / (page + 3), note: `Page ${page}` });
        const { failure, items, last } = await readPage(request, after);
        await findings.flush();
        if (failure !== null) return failed(failure, page, items);
        if (findings.isFull) return { outcome: 'partial', reason: `${NAME}: ${NAMES_FULL}`, isLasting: true };
        if (items === 0) return { outcome: 'complete', reason: null, isLasting: true };
        if (last === null || last === after) return failed(`${NAME} returned invalid data.`, page, 0);
        after = last;
      }
      return { outcome: 'partial', reason: `${NAME} has more than ${PAGES_MAX} pages.`, isLasting: true };
    },
  };
};

const failed = (reason: string, page: number, items: number): ServiceReport => {
  if (page === 1 && items === 0) return { outcome: 'failed', reason, isLasting: false };
  const pages = page === 1 ? 'part of its first page' : plural(page - 1, 'page');
  return { outcome: 'partial', reason: `${reason} It had returned ${pages}.`, isLasting: false };
};
