import { createHash } from 'node:crypto';
import type { AuthService } from '@notafter/auth';

export { appCodeAt, createSoftwareAuthenticator, type SoftwareAuthenticator } from '@notafter/auth/testing';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Apps with the same secrets in every run: two random ones show the same six digits once in a million times. */
export const withKnownAppSecrets = (auth: AuthService): AuthService => {
  let made = 0;
  const makeSecret = async (): Promise<string> => {
    made += 1;
    return Array.from(createHash('sha256').update(`app ${made}`).digest(), (byte) => base32.charAt(byte % 32)).join('');
  };
  return { ...auth, totp: { ...auth.totp, makeSecret } };
};
