/** The state between a first factor and the session: `challenge` proves that the first one was right, and is worth that much. */
export interface SecondFactorQuestion {
  /** A secret of the browser that passed the first factor; never in an address that a server sees. */
  readonly challenge: string;
  readonly expiresAt: Date;
}

const MARK = '#second-factor=';

/** Where a round trip through another site hands the challenge to the sign-in screen: a fragment reaches no server and no log. */
export const secondFactorPath = (challenge: string): string => `/${MARK}${challenge}`;

/** The challenge in the fragment of the page's address, or null. */
export const readSecondFactorFragment = (fragment: string): string | null =>
  fragment.startsWith(MARK) ? fragment.slice(MARK.length) || null : null;

/** How many codes a person gets; each signs in once in place of the app. */
export const RECOVERY_CODE_COUNT = 10;
/** Crockford's Base32 (no I, L, O, U): read aloud and typed without mistakes. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_CODE_LENGTH = 16;
const GROUP_LENGTH = 4;

/** 80 bits of `bytes` (ten of them) as a recovery code, such as `4T7Q-0XKD-9MVB-R3HE`. */
export const recoveryCodeOf = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = [];
  for (let at = 0; at < RECOVERY_CODE_LENGTH; at += GROUP_LENGTH) {
    const group = [0, 1, 2, 3].map((n) => alphabet.charAt(Number.parseInt(bits.slice((at + n) * 5, (at + n) * 5 + 5), 2)));
    groups.push(group.join(''));
  }
  return groups.join('-');
};

/** A typed code: six digits of the app, a recovery code in its canonical form, or neither. */
export const readTypedCode = (typed: string): { readonly kind: 'app' | 'recovery'; readonly code: string } | null => {
  const plain = typed.replace(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(plain)) return { kind: 'app', code: plain };
  const code = plain.replaceAll('O', '0').replace(/[IL]/g, '1');
  if (code.length !== RECOVERY_CODE_LENGTH || [...code].some((character) => !alphabet.includes(character))) return null;
  return { kind: 'recovery', code };
};
