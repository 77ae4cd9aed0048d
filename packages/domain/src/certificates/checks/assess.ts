import type { CertificateFacts, ServedObservation, VerdictReason } from './observation.ts';
import { verdictReasons } from './observation.ts';

/** Dates depend on the time, so they are evaluated when read; every other reason is as the probe found it. */
const dateReasons: ReadonlySet<VerdictReason> = new Set(['expired', 'not_yet_valid']);

/** Reasons that get a second chip in addition to the status: all but the dates, in the vocabulary's order. */
export const lastingReasons = (observation: Pick<ServedObservation, 'reasons'>): VerdictReason[] => {
  const found = new Set(observation.reasons);
  return verdictReasons.filter((reason) => found.has(reason) && !dateReasons.has(reason));
};

/** Returns the reasons to show at `now`: the lasting ones, and that it is not valid yet. Expiry is its status. */
export const presentReasons = (lasting: readonly VerdictReason[], notBefore: Date | null, now: Date): VerdictReason[] =>
  notBefore !== null && now < notBefore ? ['not_yet_valid', ...lasting] : [...lasting];

/** Returns the issuer's name for people: its organization, else its common name, else the full name. */
export const issuerName = (facts: Pick<CertificateFacts, 'issuer' | 'issuerOrganization' | 'issuerCommonName'>): string =>
  facts.issuerOrganization ?? facts.issuerCommonName ?? facts.issuer;

/** Labels of the reasons; the first one becomes the chip. */
export const reasonLabels = {
  expired: 'Expired',
  not_yet_valid: 'Not yet valid',
  hostname_mismatch: 'Wrong host',
  self_signed: 'Self-signed',
  untrusted_root: 'Untrusted root',
  incomplete_chain: 'Incomplete chain',
  revoked: 'Revoked',
  weak_signature: 'Weak signature',
  weak_key: 'Weak key',
  wrong_purpose: 'Wrong purpose',
  constraint_violation: 'Constraint violation',
  malformed: 'Malformed',
} as const satisfies Record<VerdictReason, string>;
