import type { ApiKeyPermissions } from '@notafter/domain';
import { type Declaration, declarations, type UseCaseName } from '@notafter/features';

/** Operations whose id is not the name of their use case. */
const otherNames: Readonly<Record<string, UseCaseName>> = {
  acknowledgeNotification: 'notifications/acknowledge-alert',
  checkAllCertificates: 'certificates/start-check-run',
  createCertificate: 'certificates/add-certificate',
  getCertificateAnalytics: 'analytics/get-analytics',
  importCertificates: 'certificates/start-import',
  listCertificatePages: 'certificates/list-certificates',
  listDeliveries: 'notifications/list-notification-log',
  listPasskeys: 'accounts/get-two-factor',
};

const operationIdOf = (useCase: string): string =>
  useCase.replace(/^.*\//, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const byOperationId = new Map([...declarations.values()].map((declaration) => [operationIdOf(declaration.name), declaration]));

/** The use case behind an operation; null if the id names none. */
export const useCaseOf = (operationId: string): Declaration | null =>
  byOperationId.get(operationId) ?? declarations.get(otherNames[operationId] ?? '') ?? null;

type Requirement = Readonly<Record<string, string[]>>;

export interface Callers {
  /** As OpenAPI says it: any one of them will do. */
  readonly security: Requirement[];
  /** The permission an API key needs; null if none may call it. */
  readonly apiKeyPermission: keyof ApiKeyPermissions | null;
  readonly sessionOnly: boolean;
}

/** Callers of an operation, as its use case declares them; null if the id names no use case. */
export const callersOf = (operationId: string): Callers | 'anyone' | null => {
  const permission = useCaseOf(operationId);
  if (permission === null || permission.access === 'system') return null;
  if (permission.access === 'anyone') return 'anyone';
  const session: Requirement = { session: [] };
  if (permission.via === 'session') return { security: [session], apiKeyPermission: null, sessionOnly: true };
  const byToken: Requirement[] = [{ token: [], organization: [] }, { bearer: [] }];
  return permission.apiKey === undefined
    ? { security: [session, ...byToken], apiKeyPermission: null, sessionOnly: false }
    : { security: [session, ...byToken, { apiKey: [] }], apiKeyPermission: permission.apiKey, sessionOnly: false };
};
