import { looksLikeEmail } from '../accounts/registration/email.ts';
import type { FieldProblem } from '../errors/domain-error.ts';
import { hasControlCharacters } from '../text.ts';
import { orList } from '../wording.ts';
import { type CloudSlug, clouds, findRegion } from './clouds.ts';
import { findServicePlan, servicePlanNames } from './service-plans.ts';
import { type SolutionSlug, solutions } from './solutions.ts';

export interface WantedService {
  readonly cloud: CloudSlug;
  readonly database: SolutionSlug;
  readonly plan: string;
  readonly region: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

const PASSWORD_MIN_LENGTH = 8;

/** Returns the problem of a plan that somebody named. */
export const planProblems = (plan: string): FieldProblem[] =>
  findServicePlan(plan) === null ? [{ path: 'plan', message: `must be ${orList(servicePlanNames)}, or the instance type of one` }] : [];

const isUsable = (password: string): boolean => password.length >= PASSWORD_MIN_LENGTH && !hasControlCharacters(password);

const userProblems = ({ database, user = '', password = '' }: WantedService): FieldProblem[] => {
  const { name, defaultUser } = solutions[database];
  if (defaultUser !== null) return user === '' && password === '' ? [] : [{ path: 'user', message: `cannot be chosen for ${name}` }];
  const problems: FieldProblem[] = [];
  if (!looksLikeEmail(user) || hasControlCharacters(user)) {
    problems.push({ path: 'user', message: `must be the email address of the first user of ${name}` });
  }
  if (!isUsable(password)) problems.push({ path: 'password', message: `must have at least ${PASSWORD_MIN_LENGTH} printable characters` });
  return problems;
};

/** Returns the problems of a requested deployment; empty if the catalog has it. */
export const deploymentProblems = (wanted: WantedService): FieldProblem[] => [
  ...planProblems(wanted.plan),
  ...(findRegion(wanted.cloud, wanted.region) === null
    ? [{ path: 'region', message: `is not a region of ${clouds[wanted.cloud].name}` }]
    : []),
  ...userProblems(wanted),
];
