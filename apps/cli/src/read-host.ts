import { isIP } from 'node:net';
import { DomainError, parseTarget } from '@notafter/domain';

/** Parses a name or an IP literal without a port. Throws DomainError. */
export const readHost = (text: string): string => {
  const bare = isIP(text) === 6 ? `[${text}]` : text;
  if (/(?:^[^:]*|\]):\d+$/.test(bare)) throw new DomainError('target_invalid', { message: 'Enter the name without a port.' });
  return parseTarget(bare).host;
};
