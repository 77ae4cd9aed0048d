import type { Certificate } from '../x509/certificate.ts';
import { DerError } from '../x509/der.ts';
import type { Crl } from './crl.ts';
import { goodUntil, type RevocationOutcome, revokedBy, stale, unknown } from './outcome.ts';

/** Clocks differ. */
const SKEW_MS = 5 * 60_000;
/** How long a list without an end is believed: what BR 4.9.7 allows at most for one with an end. */
const MAX_AGE_MS = 10 * 86_400_000;

/** What of a certificate a list is asked about. */
export interface CrlSubject {
  readonly issuerKey: string;
  readonly serial: Buffer;
  readonly extensions: Pick<Certificate['extensions'], 'crlUrls' | 'basicConstraints'>;
}

/** Why this list cannot answer for this certificate; null where it can (RFC 5280 section 6.3.3 b). */
const scopeFault = (certificate: CrlSubject, { scope, unusable }: Crl): string | null => {
  if (unusable !== null) return unusable;
  if (scope.unusual) return 'The CRL is about other certificates.';
  const isCa = certificate.extensions.basicConstraints?.isCa === true;
  if ((scope.usersOnly && isCa) || (scope.authoritiesOnly && !isCa)) return 'The CRL is about other certificates.';
  // One part of a divided list says nothing about the other parts, and parts travel unprotected.
  const { urls } = scope;
  if (urls !== null && !certificate.extensions.crlUrls.some((url) => urls.includes(url))) return 'The CRL is about other certificates.';
  return null;
};

/**
 * What one CRL says of a certificate. Only a list of the certificate's issuer, signed by its key, is believed (RFC 5280
 * section 6.3.3). A revoked certificate stays revoked in a list that is too old.
 */
export const judgeByCrl = (certificate: CrlSubject, issuer: Certificate, crl: Crl, now: Date): RevocationOutcome => {
  if (crl.issuerKey !== certificate.issuerKey) return unknown('The CRL is of another issuer.');
  if (!crl.isSignedBy(issuer)) return unknown("The CRL is not signed by the certificate's issuer.");
  const fault = scopeFault(certificate, crl);
  if (fault !== null) return unknown(fault);
  try {
    const entry = crl.find(certificate.serial);
    // removeFromCRL belongs into lists of changes only.
    if (entry !== undefined && entry.reasonCode !== 8) return revokedBy(entry.revokedAt, entry.reasonCode);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return unknown(`The CRL cannot be read: ${error.message}`);
  }
  const instant = now.getTime();
  if (crl.thisUpdate > instant + SKEW_MS) return unknown('The CRL is not valid yet.', crl.thisUpdate - SKEW_MS);
  const end = crl.nextUpdate ?? crl.thisUpdate + MAX_AGE_MS;
  return instant > end ? stale(end) : goodUntil(crl.nextUpdate, end);
};

const telling = { revoked: 0, good: 1, stale: 2, unknown: 3 } as const;

/** What several CRLs say of a certificate together: revoked by one is revoked, and good needs one that is fresh. */
export const judgeByCrls = (certificate: CrlSubject, issuer: Certificate, crls: readonly Crl[], now: Date): RevocationOutcome =>
  crls
    .map((crl) => judgeByCrl(certificate, issuer, crl, now))
    .reduce((best, each) => (telling[each.status] < telling[best.status] ? each : best), unknown('There is no CRL for this certificate.'));
