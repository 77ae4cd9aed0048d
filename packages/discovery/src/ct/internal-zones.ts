/**
 * Ends of names that the public DNS does not have, so that no public authority may issue for them: RFC 6761, RFC 6762 with its
 * appendix G, RFC 8375, ICANN's resolution 2024.07.29.06. Logs know nothing below them, and whoever asks gives them away.
 */
const internalEnds = ['corp', 'home', 'home.arpa', 'internal', 'intranet', 'lan', 'local', 'localdomain', 'localhost', 'private'] as const;

/** The end that makes a domain internal; null for one that may be public. */
export const internalEndOf = (domain: string): string | null =>
  internalEnds.find((end) => domain === end || domain.endsWith(`.${end}`)) ?? null;
