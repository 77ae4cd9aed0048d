import {
  countText,
  type FoundIssuance,
  type IssuanceSearch,
  type IssuanceSearchResult,
  type IssuanceSource,
  plural,
} from '@notafter/domain';
import { type GuardedFetch, GuardedFetchError, retryAfterMs } from '@notafter/net';
import { type Asked, askForList, createSerialQueue, RateLimit, type RetryPolicy } from '@notafter/net/lists';
import { readPemCertificates } from '@notafter/tls';
import { z } from 'zod';
import { foundIssuance, matcherOf } from './found-issuance.ts';

const NAME = 'crt.sh';
/** crt.sh's internal limit: beyond it, the response has 10,000 arbitrary entries and does not say so. */
const ENTRIES_MAX = 10_000;
const DAY_MS = 86_400_000;
/** CAs date certificates back, and crt.sh reads logs late. */
const OVERLAP_DAYS = 7;
/** Certificates downloaded in one search: crt.sh limits requests to 60 a minute. */
const DOWNLOADS_MAX = 200;
const BATCH = 20;
const PAUSE_MS = 1_500;
const CERTIFICATE_MAX_BYTES = 256 * 1024;
/** A pause if the service asks for one and does not say how long. */
const LIMIT_MS = 60_000;
const UNRELATED_MAX = 10_000;
/** First byte of a certificate as DER. */
const DER_SEQUENCE = 0x30;

const row = z.object({
  id: z.int().min(0),
  not_before: z.string(),
  result_count: z.int().min(0).nullish(),
});
const cursorText = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export interface CrtshOptions {
  readonly fetch: GuardedFetch;
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly retryPolicy: RetryPolicy;
  readonly now: () => Date;
  /** Between two requests; 1.5 s by default. crt.sh limits requests to 60 a minute. */
  readonly pauseMs?: number;
}

/** `limited`: the service wants a pause before the next one. `missing`: it can't be had now. */
type Download =
  | { readonly kind: 'received'; readonly der: Buffer }
  | { readonly kind: 'limited'; readonly retryAfterMs: number }
  | { readonly kind: 'missing' };
const missing: Download = { kind: 'missing' };

/** How many certificates were passed on, how many are still to be downloaded, and the pause that the service asked for. */
interface PassedOn {
  readonly passed: number;
  readonly left: number;
  readonly limitMs: number | null;
}

interface Window {
  readonly asked: Asked;
  /** IDs of certificates that begin in the window. */
  readonly ids: readonly string[];
  readonly isFull: boolean;
  /** The answer has certificates that begin before the window: narrower windows would get the same answer. */
  readonly ignoresStart: boolean;
}

const dayText = (at: Date): string => at.toISOString().slice(0, 10);
const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS);

/**
 * crt.sh: certificates that begin on or after a day. It has no cursor, so a search overlaps the one before. A response at its limit
 * is partial: then the search is repeated for the later half of its window, until it is below the limit or the window is a day.
 * It does not find wildcards that cover the domain.
 */
export const createCrtshSource = ({ fetch, baseUrl, userAgent, retryPolicy, now, pauseMs = PAUSE_MS }: CrtshOptions): IssuanceSource => {
  const inTurn = createSerialQueue(pauseMs);
  const rateLimit = new RateLimit(now);
  const root = baseUrl.replace(/\/$/, '');
  const headers = { 'user-agent': userAgent };
  /** Certificates that it found by something else than a host name, such as a mail address, or that can't be read, with their domain. */
  const unrelated = new Set<string>();

  const askWindow = async ({ domain, signal }: IssuanceSearch, since: string | null, deadline: number): Promise<Window> => {
    const ids = new Set<string>();
    let entries = 0;
    let ignoresStart = false;
    let unreadable = 0;
    const onItem = async (item: unknown): Promise<void> => {
      const read = row.safeParse(item);
      if (!read.success) {
        unreadable += 1;
        return;
      }
      entries += read.data.result_count ?? 1;
      if (since === null || read.data.not_before >= since) ids.add(String(read.data.id));
      else ignoresStart = true;
    };
    const from = since === null ? '' : `&minNotBefore=${since}`;
    const url = `${root}/?q=${encodeURIComponent(domain)}&output=json&exclude=expired&deduplicate=Y${from}`;
    const asked = await askForList(fetch, { service: NAME, url, headers, signal, deadline, retryPolicy, inTurn, rateLimit, onItem });
    const isForeign = asked.kind === 'answered' && asked.items > 0 && unreadable === asked.items;
    const invalid: Asked = { kind: 'failed', reason: `${NAME} returned invalid data.`, items: 0, retryAfterMs: null };
    return { asked: isForeign ? invalid : asked, ids: [...ids], isFull: entries >= ENTRIES_MAX, ignoresStart };
  };

  const download = async (id: string, { signal }: IssuanceSearch, deadline: number): Promise<Download> =>
    inTurn(async () => {
      if (rateLimit.leftMs > 0) return { kind: 'limited', retryAfterMs: rateLimit.leftMs };
      const leftMs = Math.floor(deadline - performance.now());
      if (leftMs < 1 || signal.aborted) return missing;
      try {
        const totalTimeoutMs = Math.min(leftMs, retryPolicy.timeoutMs);
        const answer = await fetch(`${root}/?d=${id}`, { headers, maxBytes: CERTIFICATE_MAX_BYTES, totalTimeoutMs, signal });
        if (answer.status === 429) {
          rateLimit.begin(retryAfterMs(answer.headers.get('retry-after'), now()) ?? LIMIT_MS);
          return { kind: 'limited', retryAfterMs: rateLimit.leftMs };
        }
        const bytes = Buffer.from(answer.bytes);
        const [der = bytes[0] === DER_SEQUENCE ? bytes : null] = readPemCertificates(bytes.toString('latin1'));
        return answer.status === 200 && der !== null ? { kind: 'received', der } : missing;
      } catch (error) {
        if (!(error instanceof GuardedFetchError)) throw error;
        return missing;
      }
    });

  /** Downloads and passes on certificates. */
  const passOn = async (ids: readonly string[], request: IssuanceSearch, deadline: number): Promise<PassedOn> => {
    const stored = await request.known(ids);
    const fresh = ids.filter((id) => !stored.has(id) && !unrelated.has(`${request.domain} ${id}`));
    const matcher = matcherOf(request.domain);
    let limitMs: number | null = null;
    let left = fresh.length;
    let passed = 0;
    let issuances: FoundIssuance[] = [];
    for (const id of fresh.slice(0, DOWNLOADS_MAX)) {
      const answer = await download(id, request, deadline);
      if (answer.kind === 'limited') {
        limitMs = answer.retryAfterMs;
        break;
      }
      if (answer.kind === 'missing') continue;
      left -= 1;
      const found = foundIssuance(answer.der, id, matcher);
      if (found === null) {
        if (unrelated.size >= UNRELATED_MAX) unrelated.clear();
        unrelated.add(`${request.domain} ${id}`);
        continue;
      }
      issuances.push(found);
      passed += 1;
      if (issuances.length >= BATCH) {
        await request.onBatch({ cursor: request.cursor, issuances });
        issuances = [];
      }
    }
    if (issuances.length > 0) await request.onBatch({ cursor: request.cursor, issuances });
    return { passed, left, limitMs };
  };

  return {
    name: NAME,
    async read(request) {
      const deadline = performance.now() + request.timeoutMs;
      const askedAt = now();
      const next = dayText(daysBefore(askedAt, OVERLAP_DAYS));
      const start = cursorText.safeParse(request.cursor);
      const windows = await askWindows((since) => askWindow(request, since, deadline), start.success ? start.data : null, askedAt);
      const failed = windows.find(({ asked }) => asked.kind === 'failed')?.asked;
      const ids = [...new Set(windows.flatMap((window) => window.ids))];
      const { passed, left, limitMs } = await passOn(ids, request, deadline);
      const ended = (outcome: IssuanceSearchResult['outcome'], reason: string | null, cursor = request.cursor): IssuanceSearchResult => ({
        outcome,
        reason,
        retryAfterMs: failed?.retryAfterMs ?? limitMs,
        cursor,
      });
      if (failed?.kind === 'failed') return ended(passed > 0 ? 'partial' : 'failed', failed.reason);
      if (limitMs !== null) return ended(passed > 0 ? 'partial' : 'failed', `${NAME} rate limited the downloads (429).`);
      if (left > 0) return ended('partial', `${NAME} did not return ${plural(left, 'certificate')} yet.`);
      await request.onBatch({ cursor: next, issuances: [] });
      if (!windows.some(({ isFull }) => isFull)) return ended('complete', null, next);
      const reason = `${NAME} has more than ${countText(ENTRIES_MAX)} entries and returned only some of the older ones.`;
      return ended('partial', reason, next);
    },
  };
};

/** Asks for a window, and for later and later halves of it while the answers are full. */
const askWindows = async (ask: (since: string | null) => Promise<Window>, since: string | null, now: Date): Promise<Window[]> => {
  const windows = [await ask(since)];
  // A certificate lives less than 400 days.
  let days = since === null ? 400 : (now.getTime() - Date.parse(since)) / DAY_MS;
  for (let last = windows[0]; last?.isFull === true && !last.ignoresStart && days > 1; last = windows.at(-1)) {
    days /= 2;
    windows.push(await ask(dayText(daysBefore(now, days))));
  }
  return windows;
};
