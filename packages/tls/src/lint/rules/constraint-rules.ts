import { safeText } from '../../safe-text.ts';
import { tags } from '../../x509/der.ts';
import type { GeneralName } from '../../x509/general-names.ts';
import type { LintRow } from '../rule.ts';
import type { LintSubject } from '../subject.ts';

const BASIC_CONSTRAINTS = '2.5.29.19';
const NAME_CONSTRAINTS = '2.5.29.30';

/** BR 2.0.0 (ballot SC-062): the certificate profiles. */
const profiles = { from: '2023-09-15' } as const;

interface BasicConstraints {
  /** Null if not written. */
  readonly isCa: boolean | null;
  readonly hasPathLength: boolean;
}

const basicConstraints = (subject: LintSubject): BasicConstraints | null => {
  const reader = subject.reader(BASIC_CONSTRAINTS);
  if (reader === undefined) return null;
  reader.enter(tags.sequence);
  const isCa = reader.skipIf(tags.boolean) ? reader.contents()[0] !== 0 : null;
  return { isCa, hasPathLength: reader.peek === tags.integer };
};

/** Returns the first name of a name constraint for which `finds` holds, as text. */
const constraint =
  (finds: (name: GeneralName, bytes: Buffer) => boolean) =>
  ({ certificate: { raw, extensions } }: LintSubject): string | undefined => {
    const all = [...(extensions.nameConstraints?.permitted ?? []), ...(extensions.nameConstraints?.excluded ?? [])];
    const found = all.find((name) => finds(name, raw.subarray(name.start, name.stop)));
    if (found === undefined) return undefined;
    return safeText(raw.toString(found.kind === 'ip' ? 'hex' : 'latin1', found.start, found.stop), 200);
  };

/** A mask is ones and then zeros (RFC 4632). */
const isMask = (mask: Buffer): boolean => /^1*0*$/.test(Array.from(mask, (byte) => byte.toString(2).padStart(8, '0')).join(''));

const isAddressRange = (bytes: Buffer): boolean => (bytes.length === 8 || bytes.length === 32) && isMask(bytes.subarray(bytes.length / 2));

const isHostConstraint = (name: string): boolean => name === '' || /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i.test(name);

/** RFC 5280 sections 4.2.1.9 to 4.2.1.11 and 4.2.1.14, BR 7.1.2.7.8 and 7.1.2.10.4: what limits those who issue. */
export const constraintRows = {
  authority_not_marked: [
    'error',
    'RFC 5280 4.2.1.9',
    'authority',
    'The basic constraints do not mark the certificate as a CA.',
    (subject) => basicConstraints(subject)?.isCa !== true,
    { refusal: 'constraint_violation' },
  ],
  authority_constraints_not_critical: [
    'error',
    'RFC 5280 4.2.1.9',
    'authority',
    'The basic constraints of the CA are not critical.',
    (subject) => subject.isNotCritical(BASIC_CONSTRAINTS),
    { refusal: 'malformed' },
  ],
  leaf_constraints_not_critical: [
    'error',
    'BR 7.1.2.7.6',
    'leaf',
    'The basic constraints are not critical.',
    (subject) => subject.isNotCritical(BASIC_CONSTRAINTS),
    profiles,
  ],
  leaf_is_ca: [
    'error',
    'BR 7.1.2.7.8',
    'leaf',
    'The basic constraints mark the server certificate as a CA.',
    (subject) => basicConstraints(subject)?.isCa === true,
    { refusal: 'wrong_purpose' },
  ],
  ca_false_written: [
    'error',
    'X.690 11.5',
    'all',
    'A value is written although it is the default: cA FALSE.',
    (subject) => basicConstraints(subject)?.isCa === false,
  ],
  path_length_without_ca: [
    'error',
    'RFC 5280 4.2.1.9',
    'all',
    'The basic constraints limit the path length without marking a CA.',
    (subject) => basicConstraints(subject)?.hasPathLength === true && basicConstraints(subject)?.isCa !== true,
    { refusal: 'malformed' },
  ],
  root_path_length: [
    'notice',
    'BR 7.1.2.1.4',
    'root',
    'The root limits the path length, which is not recommended.',
    (subject) => basicConstraints(subject)?.hasPathLength === true,
    profiles,
  ],
  leaf_name_constraints: [
    'error',
    'RFC 5280 4.2.1.10',
    'leaf',
    'The server certificate has name constraints, which belong to CAs.',
    (subject) => subject.extension(NAME_CONSTRAINTS) !== undefined && subject.certificate.extensions.basicConstraints?.isCa !== true,
    { refusal: 'malformed' },
  ],
  name_constraints_not_critical: [
    'warning',
    'RFC 5280 4.2.1.10',
    'authority',
    'The name constraints are not critical.',
    (subject) => subject.isNotCritical(NAME_CONSTRAINTS),
  ],
  name_constraint_form: [
    'error',
    'RFC 5280 4.2.1.10',
    'authority',
    'A name constraint is not a domain: it has a star, a dot at its start or end, or other characters',
    constraint(({ kind }, bytes) => kind === 'dns' && !isHostConstraint(bytes.toString('latin1'))),
    { refusal: 'constraint_violation' },
  ],
  name_constraint_range: [
    'error',
    'RFC 5280 4.2.1.10',
    'authority',
    'A name constraint is not a range of addresses with a mask of ones and then zeros',
    constraint(({ kind }, bytes) => kind === 'ip' && !isAddressRange(bytes)),
    { refusal: 'constraint_violation' },
  ],
  policy_constraints_not_critical: [
    'error',
    'RFC 5280 4.2.1.11',
    'authority',
    'The policy constraints are not critical.',
    (subject) => subject.isNotCritical('2.5.29.36'),
    { refusal: 'malformed' },
  ],
  inhibit_any_policy_not_critical: [
    'error',
    'RFC 5280 4.2.1.14',
    'authority',
    'The limit on anyPolicy (inhibitAnyPolicy) is not critical.',
    (subject) => subject.isNotCritical('2.5.29.54'),
    { refusal: 'malformed' },
  ],
  policy_mappings_not_critical: [
    'warning',
    'RFC 5280 4.2.1.5',
    'authority',
    'The policy mappings are not critical.',
    (subject) => subject.isNotCritical('2.5.29.33'),
  ],
} satisfies Record<string, LintRow>;
