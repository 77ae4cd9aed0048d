import type { CertificateFacts, ServedObservation, VerdictReason } from './observation.ts';
import { verdictReasons } from './observation.ts';

/** Dates move with time, so they are judged when looked at; every other reason is as the probe found it. */
const dateReasons: ReadonlySet<VerdictReason> = new Set(['expired', 'not_yet_valid']);

/** Reasons that make a second chip beside the date's own: all but the dates, in the vocabulary's order. */
export const lastingReasons = (observation: Pick<ServedObservation, 'reasons'>): VerdictReason[] => {
  const found = new Set(observation.reasons);
  return verdictReasons.filter((reason) => found.has(reason) && !dateReasons.has(reason));
};

/** The reasons to show at `now`: the lasting ones, and that it is not valid yet. That it expired is its status. */
export const presentReasons = (lasting: readonly VerdictReason[], notBefore: Date | null, now: Date): VerdictReason[] =>
  notBefore !== null && now < notBefore ? ['not_yet_valid', ...lasting] : [...lasting];

/** The issuer people know: its organization, else its common name, else the whole name. */
export const issuerName = (facts: Pick<CertificateFacts, 'issuer' | 'issuerOrganization' | 'issuerCommonName'>): string =>
  facts.issuerOrganization ?? facts.issuerCommonName ?? facts.issuer;

/** What people read for each reason; the first one becomes the chip. */
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
