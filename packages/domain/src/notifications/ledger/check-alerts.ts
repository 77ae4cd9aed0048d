import { keyTypeLabel, type OtherCertificates, type ServedCertificate } from '../../certificates/addresses/addresses.ts';
import type { CertificateFacts, VerdictReason } from '../../certificates/checks/observation.ts';
import { daysLeft } from '../../certificates/status.ts';
import { firstOf, plural } from '../../wording.ts';
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
  readonly others: OtherCertificates | null;
}

const isOwn = ({ notAfter, ownNotAfter }: Pick<ExpiryOccasion, 'notAfter' | 'ownNotAfter'>): boolean =>
  ownNotAfter === null || ownNotAfter.getTime() === notAfter.getTime();

/**
 * The occasion of an expiry alert: the certificate that ends first, at whichever address and of whichever key type, so that it stays
 * one occasion while servers take turns.
 */
export const expiryOccasion = (endpoint: ExpiryOccasion): string => {
  const { fingerprint256, notAfter, others } = endpoint;
  if (fingerprint256 !== null && isOwn(endpoint)) return fingerprint256;
  return others?.endsFirst?.fingerprint256 ?? `${fingerprint256 ?? ''} ${notAfter.toISOString()}`.trim();
};

const ADDRESSES_SHOWN = 3;

const labelOf = ({ keyType, addresses }: Pick<ServedCertificate, 'keyType' | 'addresses'>): string =>
  `${keyType} certificate at ${firstOf(addresses, ADDRESSES_SHOWN)}`;

interface OwnCertificate extends Omit<ExpiryOccasion, 'fingerprint256'> {
  readonly keyType: string | null;
  readonly address: string | null;
}

/** `RSA certificate at 192.0.2.4`: the certificate that ends first; null if the endpoint serves only one. */
export const endingLabel = ({ others, keyType, address, ...dates }: OwnCertificate): string | null => {
  if (others?.endsFirst == null) return null;
  if (!isOwn(dates)) return labelOf(others.endsFirst);
  return keyType === null || address === null ? null : labelOf({ keyType: keyTypeLabel(keyType), addresses: [address] });
};

/** The same for a certificate that fails while the endpoint's own does not. */
export const failingLabel = (others: OtherCertificates | null): string | null => (others?.fails == null ? null : labelOf(others.fails));

/** `Expires in 7 days (RSA certificate at 192.0.2.4).` */
export const labeled = (sentence: string, label: string | null): string =>
  label === null ? sentence : `${sentence.replace(/\.$/, '')} (${label}).`;

/** `Expires in 7 days.` */
export const endSentence = (notAfter: Date, now: Date): string => {
  const days = daysLeft(notAfter, now);
  if (days < 0) return `Expired ${plural(-days, 'day')} ago.`;
  return days === 0 ? 'Expires in less than a day.' : `Expires in ${plural(days, 'day')}.`;
};
