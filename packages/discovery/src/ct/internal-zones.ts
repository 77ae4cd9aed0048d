/**
 * Suffixes that the public DNS does not have, so no public CA may issue for them: RFC 6761, RFC 6762 with its appendix G,
 * RFC 8375, ICANN resolution 2024.07.29.06. Logs have no names below them, and asking would disclose the domain.
 */
const internalEnds = ['corp', 'home', 'home.arpa', 'internal', 'intranet', 'lan', 'local', 'localdomain', 'localhost', 'private'] as const;

/** Returns the suffix that makes a domain internal; null if the domain may be public. */
export const internalEndOf = (domain: string): string | null =>
  internalEnds.find((end) => domain === end || domain.endsWith(`.${end}`)) ?? null;
