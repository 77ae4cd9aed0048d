import type { CertificateFacts, VerdictReason } from '../../certificates/checks/observation.ts';
import { daysLeft } from '../../certificates/status.ts';
import { plural } from '../../wording.ts';
import type { AlertRule } from '../delivery/message.ts';

type Lineage = Pick<CertificateFacts, 'issuerOrganization' | 'san' | 'notAfter'>;

/** Differences that make a new certificate a surprise rather than a renewal. */
export interface CertificateChange {
  /** Its issuer's organization is another. */
  readonly issuer: boolean;
  /** Names of the one before that it is not valid for. */
  readonly lostNames: readonly string[];
  readonly endsEarlier: boolean;
}

const parentOf = (name: string): string => name.slice(name.indexOf('.') + 1);

/** In lower case; a wildcard stands for exactly one label (RFC 6125 6.4.3). */
const lostNames = (before: readonly string[], after: readonly string[]): string[] => {
  const covered = new Set(after.map((name) => name.toLowerCase()));
  return before.filter((name) => {
    const known = name.toLowerCase();
    const byWildcard = known.includes('.') && !known.startsWith('*.') && covered.has(`*.${parentOf(known)}`);
    return !covered.has(known) && !byWildcard;
  });
};

/** Null where the new certificate is an ordinary renewal. */
export const judgeChange = (before: Lineage, after: Lineage): CertificateChange | null => {
  const change = {
    issuer: (before.issuerOrganization ?? '') !== (after.issuerOrganization ?? ''),
    lostNames: lostNames(before.san, after.san),
    endsEarlier: after.notAfter < before.notAfter,
  };
  return change.issuer || change.lostNames.length > 0 || change.endsEarlier ? change : null;
};

/**
 * A certificate that an endpoint begins to serve this often within `TURNS_WINDOW_DAYS` takes turns with another one. A load
 * balancer that sends one check in ten to the other server stays above it; two rollbacks stay below.
 */
export const TURNS_MIN = 3;
export const TURNS_WINDOW_DAYS = 30;

/** Alerts of a verdict's lasting reasons: a revocation is a separate alert. */
export const rulesOfReasons = (reasons: readonly VerdictReason[]): AlertRule[] => [
  ...(reasons.some((reason) => reason !== 'revoked') ? ['invalid' as const] : []),
  ...(reasons.includes('revoked') ? ['revoked' as const] : []),
];

interface ExpiryOccasion {
  /** Null where only the date is known. */
  readonly fingerprint256: string | null;
  /** When the endpoint's first certificate ends. */
  readonly notAfter: Date;
  /** Of the endpoint's own certificate; null if unknown. */
  readonly ownNotAfter: Date | null;
}

/**
 * The occasion of an expiry alert: the certificate. Another address of the same name may serve one that ends
 * first; it is known by its end only.
 */
export const expiryOccasion = ({ fingerprint256, notAfter, ownNotAfter }: ExpiryOccasion): string => {
  const isOwn = ownNotAfter === null || ownNotAfter.getTime() === notAfter.getTime();
  if (fingerprint256 !== null && isOwn) return fingerprint256;
  return `${fingerprint256 ?? ''} ${notAfter.toISOString()}`.trim();
};

/** `Expires in 7 days.` */
export const endSentence = (notAfter: Date, now: Date): string => {
  const days = daysLeft(notAfter, now);
  if (days < 0) return `Expired ${plural(-days, 'day')} ago.`;
  return days === 0 ? 'Expires in less than a day.' : `Expires in ${plural(days, 'day')}.`;
};
