import type { Certificate } from '../x509/certificate.ts';
import { DerError } from '../x509/der.ts';
import type { Crl } from './crl.ts';
import { goodUntil, type RevocationOutcome, revokedBy, stale, unknown } from './outcome.ts';

/** Tolerated clock skew. */
const SKEW_MS = 5 * 60_000;
/** How long a CRL without nextUpdate is valid: the BR 4.9.7 maximum for one with nextUpdate. */
const MAX_AGE_MS = 10 * 86_400_000;

/** The fields of a certificate that decide its revocation. */
export interface CrlSubject {
  readonly issuerKey: string;
  readonly serial: Buffer;
  readonly extensions: Pick<Certificate['extensions'], 'crlUrls' | 'basicConstraints'>;
}

/** Returns why this CRL cannot answer for this certificate, or null (RFC 5280 section 6.3.3 b). */
const scopeFault = (certificate: CrlSubject, { scope, unusable }: Crl): string | null => {
  if (unusable !== null) return unusable;
  if (scope.unusual) return 'The CRL covers other certificates.';
  const isCa = certificate.extensions.basicConstraints?.isCa === true;
  if ((scope.usersOnly && isCa) || (scope.authoritiesOnly && !isCa)) return 'The CRL covers other certificates.';
  // One partition of a CRL says nothing about the others, and CRLs travel unprotected.
  const { urls } = scope;
  if (urls !== null && !certificate.extensions.crlUrls.some((url) => urls.includes(url))) return 'The CRL covers other certificates.';
  return null;
};

/**
 * Returns the answer of one CRL about a certificate. Accepts only a CRL of the certificate's issuer, signed by its key (RFC
 * 5280 section 6.3.3). A revoked certificate remains revoked after the CRL expired.
 */
export const judgeByCrl = (certificate: CrlSubject, issuer: Certificate, crl: Crl, now: Date): RevocationOutcome => {
  if (crl.issuerKey !== certificate.issuerKey) return unknown('The CRL belongs to another issuer.');
  if (!crl.isSignedBy(issuer)) return unknown("The CRL is not signed by the certificate's issuer.");
  const fault = scopeFault(certificate, crl);
  if (fault !== null) return unknown(fault);
  try {
    const entry = crl.find(certificate.serial);
    // removeFromCRL is valid in delta CRLs only.
    if (entry !== undefined && entry.reasonCode !== 8) return revokedBy(entry.revokedAt, entry.reasonCode);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return unknown(`The CRL is unreadable: ${error.message}`);
  }
  const instant = now.getTime();
  if (crl.thisUpdate > instant + SKEW_MS) return unknown('The CRL is not valid yet.', crl.thisUpdate - SKEW_MS);
  const end = crl.nextUpdate ?? crl.thisUpdate + MAX_AGE_MS;
  return instant > end ? stale(end) : goodUntil(crl.nextUpdate, end);
};

const priority = { revoked: 0, good: 1, stale: 2, unknown: 3 } as const;

/** Combines the answers of several CRLs: revoked by one is revoked, and good needs a fresh one. */
export const judgeByCrls = (certificate: CrlSubject, issuer: Certificate, crls: readonly Crl[], now: Date): RevocationOutcome =>
  crls
    .map((crl) => judgeByCrl(certificate, issuer, crl, now))
    .reduce((best, each) => (priority[each.status] < priority[best.status] ? each : best), unknown('No CRL covers this certificate.'));
