import type { ApiKeyPermissions } from '@notafter/domain';
import type { Declaration } from '@notafter/features';

type Requirement = Readonly<Record<string, string[]>>;

export interface Callers {
  /** As OpenAPI says it: any one of them will do. */
  readonly security: Requirement[];
  /** The permission an API key needs; null if none may call it. */
  readonly apiKeyPermission: keyof ApiKeyPermissions | null;
  readonly sessionOnly: boolean;
}

/** Callers of an operation, as its use case declares them. */
export const callersOf = ({ access, via, apiKey }: Declaration): Callers | 'anyone' => {
  if (access === 'anyone') return 'anyone';
  const session: Requirement = { session: [] };
  if (via === 'session') return { security: [session], apiKeyPermission: null, sessionOnly: true };
  const byToken: Requirement[] = [{ token: [], organization: [] }, { bearer: [] }];
  return apiKey === undefined
    ? { security: [session, ...byToken], apiKeyPermission: null, sessionOnly: false }
    : { security: [session, ...byToken, { apiKey: [] }], apiKeyPermission: apiKey, sessionOnly: false };
};
