import { looksLikeEmail } from '@notafter/domain';
import type { Problem } from '../../api/problem.ts';

/** Texts of the account screens, to the letter where spec 1 sections 5 and 8 give them. */
export const texts = {
  oauthFailed: 'OAuth authentication failed. Please try again.',
  emailInvalid: 'Please enter a valid email address.',
  fillAll: 'Please fill out all fields.',
  emailMissing: 'Enter your email address.',
  passwordMissing: 'Enter your password.',
  resetSent: 'Password reset link sent to your email.',
  resetFailedNetwork: 'Failed to send reset email. Please try again.',
  registrationFailed: 'Registration failed. Please try again.',
  passwordsDiffer: 'Passwords do not match.',
  newPasswordFailed: 'Failed to reset password.',
  newPasswordFailedNetwork: 'Failed to reset password. Please try again.',
  activating: 'Activating your account...',
  activationFailed: 'Activation failed.',
  activationFailedNetwork: 'Failed to activate account. Please try again.',
} as const;

/** Returns what is wrong with a typed address. */
export const emailProblem = (email: string): { readonly email?: string } => {
  if (email.trim() === '') return { email: texts.emailMissing };
  return looksLikeEmail(email.trim()) ? {} : { email: texts.emailInvalid };
};

/** Returns the server's first detail about an input. */
export const detailOf = (problem: Problem): string | undefined => problem.details[0]?.message;

/** Sign-in: each code has its own text in the catalogue; only silence and faults speak of the connection. */
export const signInText = (problem: Problem): string => (problem.code === 'invalid_input' ? texts.emailInvalid : problem.message);

/** A completed request says sent, whatever it found, so that nobody learns who has an account; only throttling speaks. */
export const resetRequestText = (problem: Problem): { sent: boolean; text: string } => {
  if (problem.code === 'network') return { sent: false, text: texts.resetFailedNetwork };
  if (problem.code === 'rate_limited') return { sent: false, text: problem.message };
  return { sent: true, text: texts.resetSent };
};

const passwordCodes: ReadonlySet<Problem['code']> = new Set(['password_too_short', 'password_too_common']);

/** Registration: what the person can change keeps its own text, everything else is the one sentence. */
export const registrationText = (problem: Problem): { field: 'password' | 'form'; text: string } => {
  if (passwordCodes.has(problem.code)) return { field: 'password', text: problem.message };
  if (problem.code === 'email_exists' || problem.code === 'rate_limited') return { field: 'form', text: problem.message };
  if (problem.code === 'invalid_input') return { field: 'form', text: detailOf(problem) ?? texts.registrationFailed };
  return { field: 'form', text: texts.registrationFailed };
};

/** Server error or the spec's sentence; the catalogue's text for a fault of ours says less than that sentence. */
const serverText = (problem: Problem, fallback: string, network: string): string => {
  if (problem.code === 'network') return network;
  if (problem.code === 'internal') return fallback;
  return problem.code === 'invalid_input' ? (detailOf(problem) ?? fallback) : problem.message;
};

/** A new password by a mailed link. How long it has to be is the installation's, so the server's own text says it. */
export const newPasswordText = (problem: Problem): { field: 'password' | 'form'; text: string } =>
  passwordCodes.has(problem.code)
    ? { field: 'password', text: problem.message }
    : { field: 'form', text: serverText(problem, texts.newPasswordFailed, texts.newPasswordFailedNetwork) };

export const activationText = (problem: Problem): string =>
  problem.code === 'invalid_input' ? texts.activationFailed : serverText(problem, texts.activationFailed, texts.activationFailedNetwork);
