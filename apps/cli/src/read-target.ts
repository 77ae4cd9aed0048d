import { isIP } from 'node:net';
import { DomainError, type ProbeTarget, parseTarget } from '@notafter/domain';

const namesPort = /(?:^[^:]*|\]):\d+$/;

/**
 * Reads HOST[:PORT] as the product does everywhere; `defaultPort` where none was written.
 * Throws DomainError with a text that says what to change.
 */
export const readTarget = (text: string, defaultPort: number): ProbeTarget => {
  const { host, port } = parseTarget(text);
  return { host, port: namesPort.test(text.trim()) ? port : defaultPort };
};

/** Reads a name or an IP literal without a port. Throws DomainError. */
export const readHost = (text: string): string => {
  const bare = isIP(text) === 6 ? `[${text}]` : text;
  if (namesPort.test(bare)) throw new DomainError('target_invalid', { message: 'Write the name without a port.' });
  return parseTarget(bare).host;
};
