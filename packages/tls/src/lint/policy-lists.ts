import { tags } from '../x509/der.ts';
import { identifierText } from '../x509/der-values.ts';
import type { LintSubject } from './subject.ts';

export const CERTIFICATE_POLICIES = '2.5.29.32';
const CPS_QUALIFIER = '1.3.6.1.5.5.7.2.1';

/** BR 7.1.6.1. */
export const reservedPolicies = {
  domain: '2.23.140.1.2.1',
  organization: '2.23.140.1.2.2',
  individual: '2.23.140.1.2.3',
  extended: '2.23.140.1.1',
} as const;
const reserved: ReadonlySet<string> = new Set(Object.values(reservedPolicies));

interface Policy {
  readonly id: string;
  readonly isReserved: boolean;
  /** Dotted types of its qualifiers. */
  readonly qualifiers: readonly string[];
}

/** Returns the policies of a certificate, in order and with duplicates; empty without any. */
export const policiesOf = (subject: LintSubject): Policy[] => {
  const reader = subject.reader(CERTIFICATE_POLICIES);
  if (reader === undefined) return [];
  reader.enter(tags.sequence);
  const policies: Policy[] = [];
  while (reader.more) {
    reader.expect(tags.sequence);
    const policy = reader.inside();
    policy.expect(tags.objectIdentifier);
    const id = identifierText(policy);
    const qualifiers: string[] = [];
    const list = policy.skipIf(tags.sequence) ? policy.inside() : undefined;
    while (list?.more) {
      list.expect(tags.sequence);
      const qualifier = list.inside();
      qualifier.expect(tags.objectIdentifier);
      qualifiers.push(identifierText(qualifier));
    }
    policies.push({ id, isReserved: reserved.has(id), qualifiers });
  }
  return policies;
};

export const hasPolicy = (subject: LintSubject, id: string): boolean => policiesOf(subject).some((policy) => policy.id === id);

export const hasOtherQualifier = ({ qualifiers }: Policy): boolean => qualifiers.some((type) => type !== CPS_QUALIFIER);
