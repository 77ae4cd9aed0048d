import type { GuardedFetch } from '@notafter/net';
import { RecentMap } from '../judge/certificate-cache.ts';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';

export interface IssuerFetcher {
  /** Fetches the certificate at a URL from an untrusted certificate; null if missing or later than `waitMs`. Never rejects. */
  obtain(url: string, now: Date, waitMs: number): Promise<Certificate | null>;
}

interface Kept {
  readonly certificate: Certificate | null;
  readonly until: number;
}

/** Certificates of authorities have one or two KB. */
const MAX_BYTES = 65_536;
const TIMEOUT_MS = 5_000;
/** Issuers hardly ever change, so a missing one is not requested at every check of every host. */
const KEPT_MS = 24 * 3_600_000;
const MISSING_MS = 3_600_000;
const MAX_KEPT = 500;
/** Further ones are skipped: the result only explains, and any server could name a third party's. */
const MAX_AT_ONCE = 16;

/** DER, or PEM as some authorities serve it. Does not read bundles (PKCS #7). */
const readCertificate = (bytes: Uint8Array): Certificate | null => {
  const whole = Buffer.from(bytes);
  const isPem = whole.subarray(0, 11).toString('latin1') === '-----BEGIN ';
  const der = isPem ? pemBlocks(whole.toString('latin1'))[0] : whole;
  if (der === undefined) return null;
  const certificate = new Certificate(der);
  return certificate.unreadable === null ? certificate : null;
};

/** Fetches issuer certificates through the outbound guard, and caches them and failures by URL. */
export const createIssuerFetcher = (fetch: GuardedFetch): IssuerFetcher => {
  const kept = new RecentMap<Kept>(MAX_KEPT);
  const underWay = new Map<string, Promise<Certificate | null>>();

  const download = async (url: string): Promise<Certificate | null> => {
    try {
      const { status, bytes } = await fetch(url, { maxBytes: MAX_BYTES, totalTimeoutMs: TIMEOUT_MS });
      return status === 200 ? readCertificate(bytes) : null;
    } catch {
      return null;
    }
  };
  const begin = (url: string, now: number): Promise<Certificate | null> => {
    const fetching = download(url).then((certificate) => {
      underWay.delete(url);
      kept.set(url, { certificate, until: now + (certificate === null ? MISSING_MS : KEPT_MS) });
      return certificate;
    });
    underWay.set(url, fetching);
    return fetching;
  };

  return {
    obtain(url, now, waitMs) {
      const known = kept.get(url);
      if (known !== undefined && now.getTime() < known.until) return Promise.resolve(known.certificate);
      const running = underWay.get(url);
      if (running === undefined && underWay.size >= MAX_AT_ONCE) return Promise.resolve(null);
      const fetching = running ?? begin(url, now.getTime());
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.max(1, waitMs), null);
        void fetching.then((certificate) => {
          clearTimeout(timer);
          resolve(certificate);
        });
      });
    },
  };
};
