import { cleanLine } from '../notifications/delivery/clean-text.ts';
import type { UnknownReason } from './issuance-state.ts';

const ISSUER_MAX = 100;

interface IssuedBy {
  readonly issuer: string;
  readonly issuerOrganization: string | null;
}

const issuerOf = ({ issuer, issuerOrganization }: IssuedBy): string =>
  cleanLine(issuerOrganization ?? issuer, ISSUER_MAX) || 'an unnamed CA';

/** Says in one sentence why nobody may have ordered a certificate. The issuer is untrusted. */
export const unknownSentence = (issuance: IssuedBy, reason: UnknownReason): string => {
  const issued = `Certificate issued by ${issuerOf(issuance)}`;
  switch (reason) {
    case 'issuer':
      return `${issued}, which is not an allowed issuer`;
    case 'malformed':
      return `${issued}, which is malformed`;
    case 'new_issuer':
      return `${issued}, which has not issued for these names before`;
    case 'names':
      return `${issued} for names that no earlier certificate has`;
    case 'rhythm':
      return `${issued} although no renewal was due`;
  }
};

/** Says that a renewal was not deployed. */
export const notServedSentence = (issuance: IssuedBy, hours: number): string =>
  `Certificate issued by ${issuerOf(issuance)} more than ${hours} hours ago is not served`;
