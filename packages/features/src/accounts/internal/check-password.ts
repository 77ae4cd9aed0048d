import { DomainError } from '@notafter/domain';

let commonPasswords: Promise<ReadonlySet<string>> | null = null;

/** 49,000 passwords that guessers try first; some 20 MB in memory, so loaded with the first password that is judged. */
const loadCommonPasswords = (): Promise<ReadonlySet<string>> => {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return commonPasswords;
};

/** Refuses what a new password may not be: `password_too_short`, naming the minimum in force, or `password_too_common`. */
export const checkPassword = async (password: string, minLength: number): Promise<void> => {
  if ([...password].length < minLength) {
    const message = `Password must be at least ${minLength} characters long.`;
    throw new DomainError('password_too_short', { message, details: [{ path: 'password', message }] });
  }
  if ((await loadCommonPasswords()).has(password.toLowerCase())) throw new DomainError('password_too_common');
};
