import type { AuditEntry } from './types.ts';

type Actor = AuditEntry['actor'];

/** Who it was: a person by address, a key by its name. */
export const actorText = ({ kind, email, name }: Actor): string =>
  kind === 'api-key' ? (name ?? 'A removed API key') : (email ?? 'Unknown');

/** How they did it; null for a person in their browser. */
export function meansText({ kind, name }: Actor): string | null {
  switch (kind) {
    case 'session':
      return null;
    case 'token':
      return name === null ? 'by a removed token' : `by the token ${name}`;
    case 'api-key':
      return 'API key';
  }
}
