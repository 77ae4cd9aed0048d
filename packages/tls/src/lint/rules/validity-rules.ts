import { plural } from '@notafter/domain';
import { lifetimeDays } from '../../judge/warnings.ts';
import type { LintRow } from '../rule.ts';
import type { LintSubject } from '../subject.ts';

const lifetime = ({ certificate }: LintSubject): number => lifetimeDays(certificate);
const limit = ({ lifetimeLimit }: LintSubject): number => lifetimeLimit();

/** BR 7.1.2.1.1. */
const MIN_ROOT_DAYS = 2_922;
const MAX_ROOT_DAYS = 9_132;

/** BR 6.3.2 and 7.1.2.1.1: how long certificates may be valid, by the day of issue, both ends included. */
export const validityRows = {
  validity_too_long: [
    'error',
    'BR 6.3.2',
    'leaf',
    'The certificate is valid for longer than its day of issue allowed',
    (subject) => lifetime(subject) > limit(subject) && `${plural(lifetime(subject), 'day')} instead of ${limit(subject)}`,
  ],
  validity_at_limit: [
    'notice',
    'BR 6.3.2',
    'leaf',
    'The certificate is valid for the very longest time allowed; one day less is recommended.',
    (subject) => lifetime(subject) === limit(subject),
    { from: '2020-09-01' },
  ],
  root_validity: [
    'warning',
    'BR 7.1.2.1.1',
    'root',
    'The root is not valid for 8 to 25 years',
    (subject) => (lifetime(subject) < MIN_ROOT_DAYS || lifetime(subject) > MAX_ROOT_DAYS) && plural(lifetime(subject), 'day'),
    { from: '2023-09-15' },
  ],
} satisfies Record<string, LintRow>;
