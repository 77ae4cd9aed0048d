import type { Login, SignedIn } from '@notafter/features';

/** The session that a sign-in came to; fails the test where a second factor is asked for instead. */
export const signedInOf = (login: Login): SignedIn => {
  if (login.state !== 'signed-in') throw new Error('A second factor is asked for.');
  return login;
};
