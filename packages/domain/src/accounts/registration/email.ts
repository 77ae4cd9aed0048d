/** Addresses are trimmed and lower-cased before every comparison. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

const part = '[^\\s@<>(),;:"\\\\[\\]\\p{Cc}]+';
const pattern = new RegExp(`^${part}@${part}\\.${part}$`, 'u');

/**
 * The specification's rule: something, an @, something with a dot, no spaces; 254 characters at most (RFC 5321 4.5.3.1.3).
 * Characters that mail headers read as syntax are refused too: quoted local parts (RFC 5322 3.4.1) are not taken.
 */
export const looksLikeEmail = (email: string): boolean => email.length <= 254 && pattern.test(email);
