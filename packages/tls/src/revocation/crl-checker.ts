import { type GuardedFetch, GuardedFetchError } from '@notafter/net';
import type { Certificate } from '../x509/certificate.ts';
import { DerError } from '../x509/der.ts';
import { crlPemBlocks } from '../x509/pem.ts';
import { type Crl, readCrl } from './crl.ts';
import { judgeByCrl } from './judge-crl.ts';
import { type RevocationOutcome, unknown } from './outcome.ts';

export interface CrlCheckerOptions {
  /** Goes through the outbound guard: the URL stands in a stranger's certificate. */
  readonly fetch: GuardedFetch;
  /** Larger lists are refused; the largest of public authorities in use have some 10 MB. */
  readonly maxBytes?: number;
  /** Lists kept in memory altogether. */
  readonly maxCacheBytes?: number;
  readonly timeoutMs?: number;
}

export interface CrlChecker {
  /** Whether a certificate is revoked, by the lists it names. Fetches what is not cached. Never rejects. */
  check(certificate: Certificate, issuer: Certificate, now: Date): Promise<RevocationOutcome>;
}

interface Kept {
  readonly result: Crl | { readonly fault: string };
  readonly until: number;
  readonly bytes: number;
}

const MAX_URLS = 3;
/** A list that could not be had, or is too old, is asked for again after this. */
const RETRY_MS = 5 * 60_000;
/** A fresh list is looked at again after this even where it claims to last longer. */
const REFRESH_MS = 6 * 3_600_000;
const FAILURE_BYTES = 1_000;

const isFetchable = (url: string): boolean => /^https?:\/\//i.test(url);

const keptUntil = (crl: Crl, now: number): number => {
  const end = Math.min(crl.nextUpdate ?? now, now + REFRESH_MS);
  return Math.max(end, now + RETRY_MS);
};

/**
 * Checks certificates against the CRLs they name, through a cache by URL: one list answers for a million certificates and
 * is fetched once at a time.
 */
export const createCrlChecker = ({
  fetch,
  maxBytes = 16_000_000,
  maxCacheBytes = 64_000_000,
  timeoutMs = 10_000,
}: CrlCheckerOptions): CrlChecker => {
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Kept['result']>>();
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

  const download = async (url: string): Promise<Kept['result']> => {
    try {
      const { status, bytes } = await fetch(url, { maxBytes, totalTimeoutMs: timeoutMs });
      if (status !== 200) return { fault: `The CRL could not be fetched: the server answered ${status}.` };
      const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const isPem = whole.subarray(0, 11).toString('latin1') === '-----BEGIN ';
      return readCrl(isPem ? (crlPemBlocks(whole.toString('latin1'))[0] ?? whole) : whole);
    } catch (error) {
      if (error instanceof DerError) return { fault: `The CRL cannot be read: ${error.message}` };
      if (error instanceof GuardedFetchError) return { fault: `The CRL could not be fetched: ${error.message}` };
      return { fault: 'The CRL could not be fetched.' };
    }
  };

  const obtain = (url: string, now: number): Promise<Kept['result']> => {
    const before = kept.get(url);
    if (before !== undefined && now < before.until) {
      // Used last, dropped last.
      kept.delete(url);
      kept.set(url, before);
      return Promise.resolve(before.result);
    }
    const running = underWay.get(url);
    if (running !== undefined) return running;
    const started = download(url).then((result) => {
      underWay.delete(url);
      const failed = 'fault' in result;
      // An older list still proves what it says is revoked, and that an answer is stale rather than unknown.
      const shown = failed && before !== undefined && !('fault' in before.result) ? before.result : result;
      const until = failed ? now + RETRY_MS : keptUntil(result, now);
      keep(url, { result: shown, until, bytes: 'fault' in shown ? FAILURE_BYTES : shown.raw.length });
      return shown;
    });
    underWay.set(url, started);
    return started;
  };

  return {
    async check(certificate, issuer, now) {
      const urls = certificate.extensions.crlUrls.filter(isFetchable).slice(0, MAX_URLS);
      let last = unknown('The certificate names no CRL.');
      for (const url of urls) {
        const result = await obtain(url, now.getTime());
        const outcome = 'fault' in result ? unknown(result.fault) : judgeByCrl(certificate, issuer, result, now);
        if (outcome.status === 'good' || outcome.status === 'revoked') return outcome;
        if (last.status !== 'stale') last = outcome;
      }
      return last;
    },
  };
};
