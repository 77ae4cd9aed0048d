import type { Certificate } from '../x509/certificate.ts';
import type { Crl } from './crl.ts';
import { type CrlCacheOptions, createCrlCache } from './crl-cache.ts';
import { type CrlSubject, judgeByCrl } from './judge-crl.ts';
import { type RevocationOutcome, unknown } from './outcome.ts';

export interface CrlChecker {
  /**
   * Returns whether a certificate is revoked, by the CRLs it names. Waits `waitMs` in total for CRLs that are not cached, by
   * default until they arrive or fail. Never rejects.
   */
  check(subject: CrlSubject, issuer: Certificate, now: Date, waitMs?: number): Promise<RevocationOutcome>;
}

const MAX_URLS = 3;

/** Returns the URLs of a certificate's CRLs. */
export const fetchableUrls = ({ extensions }: Pick<CrlSubject, 'extensions'>): string[] =>
  extensions.crlUrls.filter((url) => /^https?:\/\//i.test(url)).slice(0, MAX_URLS);

interface Judged {
  readonly crl: Crl;
  readonly issuer: Certificate;
  readonly outcome: RevocationOutcome;
}

/** Checks certificates against the CRLs they name. */
export const createCrlChecker = (options: CrlCacheOptions): CrlChecker => {
  const cache = createCrlCache(options);
  /** Bound to one CRL: a newer one is searched again. */
  const judged = new WeakMap<CrlSubject, Judged>();

  const judge = (subject: CrlSubject, issuer: Certificate, crl: Crl, now: Date): RevocationOutcome => {
    const before = judged.get(subject);
    if (before?.crl === crl && before.issuer === issuer && now.getTime() < before.outcome.lapsesAt) return before.outcome;
    const outcome = judgeByCrl(subject, issuer, crl, now);
    judged.set(subject, { crl, issuer, outcome });
    return outcome;
  };

  return {
    async check(subject, issuer, now, waitMs = Number.POSITIVE_INFINITY) {
      const deadline = performance.now() + waitMs;
      let last = unknown('The certificate names no CRL.');
      for (const url of fetchableUrls(subject)) {
        const result = await cache.obtain(url, now, deadline - performance.now());
        const outcome = 'fault' in result ? unknown(result.fault) : judge(subject, issuer, result, now);
        if (outcome.status === 'good' || outcome.status === 'revoked') return outcome;
        if (last.status !== 'stale') last = outcome;
      }
      return last;
    },
  };
};
