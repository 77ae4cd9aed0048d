import type { Problem } from '../../api/problem.ts';
import { texts } from './team-texts.ts';

interface FieldFailure {
  readonly field: 'email' | 'orgId' | 'code' | 'password';
  readonly text: string;
}

interface FormFailure {
  readonly field: 'form';
  readonly tone: 'expired' | 'warning';
  readonly text: string;
}

/** Codes whose own text says what to do; what is not among them has the documented sentence. */
const spoken: ReadonlySet<Problem['code']> = new Set([
  'invitation_used',
  'organization_disabled',
  'rate_limited',
  'team_plan',
  'user_exists',
  'user_limit',
]);

const ofInput = ({ details }: Problem): FieldFailure | FormFailure => {
  const { path, message } = details[0] ?? { path: '', message: texts.acceptFailed };
  switch (path) {
    case 'orgId':
      return { field: path, text: texts.orgIdInvalid };
    case 'email':
    case 'code':
    case 'password':
      return { field: path, text: message };
    default:
      return { field: 'form', tone: 'expired', text: texts.acceptFailed };
  }
};

/** Spec 1 section 8: where and how a refused activation is shown. */
export const acceptFailureOf = (problem: Problem): FieldFailure | FormFailure => {
  switch (problem.code) {
    case 'invalid_input':
      return ofInput(problem);
    case 'password_too_short':
    case 'password_too_common':
      return { field: 'password', text: problem.message };
    case 'invitation_not_found':
      return { field: 'form', tone: 'warning', text: problem.message };
    default:
      return { field: 'form', tone: 'expired', text: spoken.has(problem.code) ? problem.message : texts.acceptFailed };
  }
};
