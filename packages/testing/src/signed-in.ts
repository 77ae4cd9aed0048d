import type { Login, SignedIn } from '@notafter/features';

/** Returns the session of a sign-in; fails the test if a second factor is required. */
export const signedInOf = (login: Login): SignedIn => {
  if (login.state !== 'signed-in') throw new Error('A second factor is required.');
  return login;
};
