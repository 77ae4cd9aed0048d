import { problemOfCall } from '../../../api/problem.ts';

/** To the letter where spec 2 section 8 gives them. */
export const texts = {
  fetchFailed: 'Failed to fetch profile',
  saveFailed: 'Failed to save profile',
  saved: 'Profile updated successfully',
  fillAll: 'Please fill out all fields.',
  emailInvalid: 'Please enter a valid email address.',
  passwordsDiffer: 'Passwords do not match.',
} as const;

export const LEAVE_FAILED = 'Failed to leave the organization';

/** What a refused form says of one of its fields. */
export const fieldProblem = (error: unknown, path: string): string | undefined =>
  error === null ? undefined : problemOfCall(error).details.find((detail) => detail.path === path)?.message;

export const isCode = (error: unknown, ...codes: readonly string[]): boolean => error !== null && codes.includes(problemOfCall(error).code);
