import { type GuardedFetch, GuardedFetchError, type GuardedResponse } from '@notafter/net';
import { DerError } from '../x509/der.ts';
import { crlPemBlocks } from '../x509/pem.ts';
import { type Crl, readCrl } from './crl.ts';

export interface CrlCacheOptions {
  /** Uses the outbound guard: the URL comes from an untrusted certificate. */
  readonly fetch: GuardedFetch;
  /** Larger CRLs are rejected; the largest of public CAs in use have some 10 MB. */
  readonly maxBytes?: number;
  /** Total size of the CRLs cached in memory. */
  readonly maxCacheBytes?: number;
  readonly timeoutMs?: number;
  /** Concurrent fetches; more wait in order. */
  readonly maxAtOnce?: number;
}

export type CrlResult = Crl | { readonly fault: string };

export interface CrlCache {
  /**
   * Returns the CRL at a URL, fetched if it is not cached or has expired. Waits until `waitMs` after that fetch started, so a
   * server that never answers costs all callers together one wait. Then it returns the previous result, while the fetch
   * continues for later callers. Never rejects.
   */
  obtain(url: string, now: Date, waitMs: number): Promise<CrlResult>;
}

/** Validators that show whether the cached CRL is still current (RFC 9110 section 13.1); empty if the server sends none. */
type Conditions = Readonly<Record<string, string>>;

interface Kept {
  readonly result: CrlResult;
  readonly until: number;
  readonly bytes: number;
  readonly conditions: Conditions;
}

interface Downloaded {
  readonly result: CrlResult;
  readonly conditions: Conditions;
}

interface Running {
  readonly result: Promise<CrlResult>;
  readonly startedAt: number;
}

/** A CRL that failed to load, or is stale, is fetched again after this. */
const RETRY_MS = 5 * 60_000;
/** A fresh CRL is revalidated after this even if it claims to last longer. */
const REFRESH_MS = 6 * 3_600_000;
const FAILURE_BYTES = 1_000;
const MAX_RUNNING = 2_000;

const keptUntil = (crl: Crl, now: number): number => {
  const end = Math.min(crl.nextUpdate ?? now, now + REFRESH_MS);
  return Math.max(end, now + RETRY_MS);
};

const failed = (fault: string): Downloaded => ({ result: { fault }, conditions: {} });

/** Short, printable validators only: they are sent back. */
const conditionsOf = ({ headers }: GuardedResponse): Conditions => {
  const isPlain = (value: string | undefined): value is string => value !== undefined && /^[\x20-\x7e]{1,200}$/.test(value);
  const [etag, modified] = [headers.get('etag'), headers.get('last-modified')];
  return { ...(isPlain(etag) ? { 'if-none-match': etag } : {}), ...(isPlain(modified) ? { 'if-modified-since': modified } : {}) };
};

/** Only for a CRL that has not expired; an expired one has to be replaced, even if its server calls it unchanged. */
const mayBeUnchanged = (kept: Kept | undefined, now: number): kept is Kept & { readonly result: Crl } =>
  kept !== undefined && !('fault' in kept.result) && kept.result.nextUpdate !== null && now < kept.result.nextUpdate;

/** Runs `limit` tasks at once, the others in order. */
const createSlots = (limit: number) => {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
};

const within = (result: Promise<CrlResult>, waitMs: number, otherwise: CrlResult): Promise<CrlResult> => {
  if (waitMs === Number.POSITIVE_INFINITY) return result;
  if (waitMs <= 0) return Promise.resolve(otherwise);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs, otherwise);
    void result.then((found) => {
      clearTimeout(timer);
      resolve(found);
    });
  });
};

/** Caches CRLs by URL: one CRL answers for a million certificates, and only one fetch of it runs at a time. */
export const createCrlCache = ({
  fetch,
  maxBytes = 16_000_000,
  maxCacheBytes = 64_000_000,
  timeoutMs = 10_000,
  maxAtOnce = 16,
}: CrlCacheOptions): CrlCache => {
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Running>();
  const inSlot = createSlots(maxAtOnce);
  let keptBytes = 0;

  const forget = (url: string): void => {
    keptBytes -= kept.get(url)?.bytes ?? 0;
    kept.delete(url);
  };
  const keep = (url: string, entry: Kept): void => {
    forget(url);
    kept.set(url, entry);
    keptBytes += entry.bytes;
    for (const oldest of kept.keys()) {
      if (keptBytes <= maxCacheBytes) break;
      forget(oldest);
    }
  };

  const download = async (url: string, now: number): Promise<Downloaded> => {
    const before = kept.get(url);
    const known = mayBeUnchanged(before, now) ? before : null;
    try {
      const answer = await fetch(url, { maxBytes, totalTimeoutMs: timeoutMs, headers: known?.conditions ?? {} });
      const { status, bytes } = answer;
      if (status === 304 && known !== null) return { result: known.result, conditions: known.conditions };
      if (status !== 200) return failed(`The CRL could not be fetched: the server answered ${status}.`);
      const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const isPem = whole.subarray(0, 11).toString('latin1') === '-----BEGIN ';
      const result = readCrl(isPem ? (crlPemBlocks(whole.toString('latin1'))[0] ?? whole) : whole);
      return { result, conditions: conditionsOf(answer) };
    } catch (error) {
      if (error instanceof DerError) return failed(`The CRL is unreadable: ${error.message}`);
      if (error instanceof GuardedFetchError) return failed(`The CRL could not be fetched: ${error.message}`);
      return failed('The CRL could not be fetched.');
    }
  };

  const begin = (url: string, now: number): Running => {
    const result = inSlot(() => download(url, now)).then(({ result: found, conditions }) => {
      underWay.delete(url);
      const before = kept.get(url);
      // An older CRL still proves its revocations, and shows that an answer is stale rather than unknown.
      const older = 'fault' in found && before !== undefined && !('fault' in before.result) ? before : null;
      const shown = older?.result ?? found;
      const until = 'fault' in found ? now + RETRY_MS : keptUntil(found, now);
      const bytes = 'fault' in shown ? FAILURE_BYTES : shown.raw.length;
      keep(url, { result: shown, until, bytes, conditions: older?.conditions ?? conditions });
      return shown;
    });
    const running = { result, startedAt: performance.now() };
    underWay.set(url, running);
    return running;
  };

  return {
    obtain(url, now, waitMs) {
      const instant = now.getTime();
      const before = kept.get(url);
      if (before !== undefined && instant < before.until) {
        // Most recently used, evicted last.
        kept.delete(url);
        kept.set(url, before);
        return Promise.resolve(before.result);
      }
      const running = underWay.get(url);
      if (running === undefined && underWay.size >= MAX_RUNNING) return Promise.resolve({ fault: 'Too many CRLs are being fetched.' });
      const { result, startedAt } = running ?? begin(url, instant);
      const otherwise = before?.result ?? { fault: 'The CRL has not arrived yet.' };
      return within(result, startedAt + waitMs - performance.now(), otherwise);
    },
  };
};
