import type { Clock } from '@notafter/domain';

/** One-time codes of an authenticator app (RFC 6238): SHA-1, six digits, 30 s, the only form that every app supports. */
export interface Totp {
  /** 160 random bits, Base32. */
  makeSecret(): Promise<string>;
  /** Returns `otpauth://totp/...`, the contents of the QR code. */
  uriOf(secret: string, account: string): Promise<string>;
  /**
   * Returns the 30-second step of this code among the current one and its two neighbors, or null. The caller has to store the
   * step of an accepted code and reject codes up to it (RFC 6238 section 5.2).
   */
  stepOf(secret: string, code: string): Promise<number | null>;
}

const ISSUER = 'Notafter';
const STEP_SECONDS = 30;

const load = () => import('otplib');

export const createTotp = (clock: Clock): Totp => ({
  makeSecret: async () => (await load()).generateSecret(),

  uriOf: async (secret, account) => (await load()).generateURI({ issuer: ISSUER, label: account, secret, period: STEP_SECONDS }),

  stepOf: async (secret, code) => {
    if (!/^\d{6}$/.test(code)) return null;
    const { verifySync } = await load();
    const epoch = Math.floor(clock.now().getTime() / 1000);
    const result = verifySync({ secret, token: code, period: STEP_SECONDS, epoch, epochTolerance: STEP_SECONDS });
    return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : null;
  },
});
