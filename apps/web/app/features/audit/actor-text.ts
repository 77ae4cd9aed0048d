import type { AuditEntry } from './types.ts';

type Actor = AuditEntry['actor'];

/** Returns the email address of a person, or the name of a key. */
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

/** Returns the credential that was used; null for a person in a browser. */
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
