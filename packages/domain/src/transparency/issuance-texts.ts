import { cleanLine } from '../notifications/delivery/clean-text.ts';
import type { UnknownReason } from './issuance-state.ts';

const NAME_MAX = 100;

export interface NamedIssuance {
  readonly names: readonly string[];
  readonly issuer: string;
  readonly issuerOrganization: string | null;
}

const issuerOf = ({ issuer, issuerOrganization }: Pick<NamedIssuance, 'issuer' | 'issuerOrganization'>): string =>
  cleanLine(issuerOrganization ?? issuer, NAME_MAX) || 'an unnamed CA';

/** The first name, and how many others there are. */
export const issuedNames = ({ names }: Pick<NamedIssuance, 'names'>): string => {
  const first = cleanLine(names[0] ?? '', NAME_MAX) || 'no name';
  return names.length > 1 ? `${first} and ${names.length - 1} more` : first;
};

/** Says in one sentence why nobody may have ordered a certificate. The issuer is untrusted. */
export const unknownSentence = (issuance: Pick<NamedIssuance, 'issuer' | 'issuerOrganization'>, reason: UnknownReason): string => {
  const issued = `Certificate issued by ${issuerOf(issuance)}`;
  switch (reason) {
    case 'issuer':
      return `${issued}, which is not an allowed issuer`;
    case 'new_issuer':
      return `${issued}, which has not issued for these names before`;
    case 'names':
      return `${issued} for names that no earlier certificate has`;
    case 'rhythm':
      return `${issued} although no renewal was due`;
  }
};

/** Says that a renewal was not deployed. */
export const notServedSentence = (issuance: Pick<NamedIssuance, 'issuer' | 'issuerOrganization'>, hours: number): string =>
  `Certificate issued by ${issuerOf(issuance)} more than ${hours} hours ago is not served`;
