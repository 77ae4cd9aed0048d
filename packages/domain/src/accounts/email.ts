/** Addresses are compared trimmed and lower-cased everywhere. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** The specification's own rule: something, an @, something, no spaces; 254 characters at most (RFC 5321). */
export const looksLikeEmail = (email: string): boolean => email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
