import { isIP } from 'node:net';
import { DomainError, type ProbeTarget, parseTarget } from '@notafter/domain';

const namesPort = /(?:^[^:]*|\]):\d+$/;

/**
 * Parses HOST[:PORT] by the product's rules, with `defaultPort` if the text has no port.
 * Throws DomainError with a message that says what to change.
 */
export const readTarget = (text: string, defaultPort: number): ProbeTarget => {
  const { host, port } = parseTarget(text);
  return { host, port: namesPort.test(text.trim()) ? port : defaultPort };
};

/** Parses a name or an IP literal without a port. Throws DomainError. */
export const readHost = (text: string): string => {
  const bare = isIP(text) === 6 ? `[${text}]` : text;
  if (namesPort.test(bare)) throw new DomainError('target_invalid', { message: 'Enter the name without a port.' });
  return parseTarget(bare).host;
};
