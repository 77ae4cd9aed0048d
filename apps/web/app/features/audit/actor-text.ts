import type { AuditEntry } from './types.ts';

type Actor = AuditEntry['actor'];

/** Who it was: a person by address, a key by its name. */
export function actorText({ kind, email, name }: Actor): string {
  switch (kind) {
    case 'session':
    case 'token':
      return email ?? 'Unknown';
    case 'api-key':
      return name ?? 'Unknown';
    case 'payment-provider':
      return 'Payment provider';
  }
}

/** How they did it; null where that says nothing more, as for a person in their browser. */
export function meansText({ kind, name }: Actor): string | null {
  switch (kind) {
    case 'session':
    case 'payment-provider':
      return null;
    case 'token':
      return name === null ? 'by a token' : `by the token ${name}`;
    case 'api-key':
      return 'API key';
  }
}
