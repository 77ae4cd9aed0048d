import type { DomainMatcher, FoundIssuance } from '@notafter/domain';
import { createDomainMatcher } from '../domain-matcher.ts';
import { readCertificate } from '../entries/read-issuance.ts';

/** Returns the facts of a certificate that a service found; null if it is not one, or not of the domain. */
export const foundIssuance = (der: Buffer, sourceId: string, matcher: DomainMatcher): FoundIssuance | null => {
  const issuance = readCertificate(der, matcher);
  return issuance === null || issuance.watched.length === 0 ? null : { ...issuance, sourceId };
};

export const matcherOf = (domain: string): DomainMatcher => createDomainMatcher([domain]);
