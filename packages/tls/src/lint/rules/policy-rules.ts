import { ANY_POLICY } from '../../x509/policies.ts';
import { CERTIFICATE_POLICIES, hasOtherQualifier, policiesOf } from '../policy-lists.ts';
import { firstRepeated, type LintRow } from '../rule.ts';
import type { LintSubject } from '../subject.ts';

/** BR 2.0.0 (ballot SC-062): the certificate profiles. */
const profiles = { from: '2023-09-15' } as const;

const hasPolicies = (subject: LintSubject): boolean => subject.extension(CERTIFICATE_POLICIES) !== undefined;
const reservedCount = (subject: LintSubject): number => policiesOf(subject).filter(({ isReserved }) => isReserved).length;
const hasAnyPolicy = (subject: LintSubject): boolean => policiesOf(subject).some(({ id }) => id === ANY_POLICY);

/** RFC 5280 section 4.2.1.4, BR 7.1.2.7.9 and 7.1.2.10.5: certificate policies. */
export const policyRows = {
  policies_missing: ['error', 'BR 7.1.2.7.9', 'leaf', 'The certificate policies are missing.', (subject) => !hasPolicies(subject)],
  authority_policies_missing: [
    'error',
    'BR 7.1.2.6.1',
    'intermediate',
    'The certificate policies of the intermediate are missing.',
    (subject) => !hasPolicies(subject),
  ],
  root_policies: ['notice', 'BR 7.1.2.1.2', 'root', 'The root has certificate policies, which is not recommended.', hasPolicies, profiles],
  policies_critical: [
    'error',
    'BR 7.1.2.7.6',
    'issued',
    'The certificate policies are critical.',
    (subject) => subject.isCritical(CERTIFICATE_POLICIES),
    profiles,
  ],
  policies_without_reserved: [
    'error',
    'BR 7.1.2.7.9',
    'leaf',
    'No policy says how the certificate was validated: DV, IV, OV or EV.',
    (subject) => hasPolicies(subject) && reservedCount(subject) === 0,
    { from: '2020-09-30' },
  ],
  policies_several_reserved: [
    'error',
    'BR 7.1.2.7.9',
    'leaf',
    'Several policies say how the certificate was validated.',
    (subject) => reservedCount(subject) > 1,
    profiles,
  ],
  policies_reserved_later: [
    'notice',
    'BR 7.1.2.7.9',
    'leaf',
    'The first policy is not the one that says how the certificate was validated.',
    (subject) => reservedCount(subject) > 0 && policiesOf(subject)[0]?.isReserved === false,
    profiles,
  ],
  policies_any: ['error', 'BR 7.1.2.7.9', 'leaf', 'The certificate has anyPolicy, which belongs to CAs.', hasAnyPolicy, profiles],
  authority_policies_any: [
    'error',
    'BR 7.1.2.10.5',
    'intermediate',
    'The intermediate has anyPolicy beside other policies.',
    (subject) => hasAnyPolicy(subject) && policiesOf(subject).length > 1,
    profiles,
  ],
  policies_repeated: [
    'error',
    'RFC 5280 4.2.1.4',
    'all',
    'A certificate policy occurs twice',
    (subject) => firstRepeated(policiesOf(subject).map(({ id }) => id)),
    { refusal: 'malformed' },
  ],
  policy_qualifier: [
    'notice',
    'BR 7.1.2.7.9',
    'leaf',
    'A policy has qualifiers, which are not recommended.',
    (subject) => policiesOf(subject).some(({ qualifiers }) => qualifiers.length > 0),
    profiles,
  ],
  policy_qualifier_type: [
    'error',
    'BR 7.1.2.7.9',
    'issued',
    'A policy has a qualifier other than the URL of a practice statement.',
    (subject) => policiesOf(subject).some(hasOtherQualifier),
    profiles,
  ],
} satisfies Record<string, LintRow>;
