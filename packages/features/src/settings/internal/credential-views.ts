import { type apiKeys, type Executor, environments, type tokens } from '@notafter/db';
import {
  type ApiKeyId,
  type ApiKeyPermissions,
  type CertificateScope,
  type CredentialStatus,
  credentialStatusOf,
  type EnvironmentId,
  type OrganizationId,
  type TokenId,
} from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../context.ts';

export interface TokenView {
  readonly id: TokenId;
  readonly name: string;
  /** The last characters of the secret. */
  readonly ending: string;
  readonly createdAt: Date;
  /** Up to 60 s old; null: never. */
  readonly lastUsedAt: Date | null;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
  readonly status: CredentialStatus;
}

export type ApiKeyScopeView =
  /** `name` is null once the environment is deleted; the key then matches no certificate. */
  | { readonly environment: { readonly id: EnvironmentId; readonly name: string | null } }
  | { readonly tag: { readonly name: string; readonly value: string } };

export interface ApiKeyView {
  readonly id: ApiKeyId;
  readonly name: string;
  readonly ending: string;
  readonly permissions: ApiKeyPermissions;
  /** Null: every certificate of the organization. */
  readonly scope: ApiKeyScopeView | null;
  /** Empty: any address. */
  readonly allowedAddresses: readonly string[];
  readonly createdAt: Date;
  /** Up to 60 s old; null: never. */
  readonly lastUsedAt: Date | null;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
  readonly status: CredentialStatus;
  /** The key that a rotation created to replace it. */
  readonly replacedBy: ApiKeyId | null;
}

export const toTokenView = (row: typeof tokens.$inferSelect, now: Date): TokenView => ({
  id: row.id,
  name: row.name,
  ending: row.ending,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  expiresAt: row.expiresAt,
  status: credentialStatusOf(row, now),
});

type KeyRow = typeof apiKeys.$inferSelect;
type EnvironmentNames = ReadonlyMap<EnvironmentId, string>;

const environmentNames = async (db: Executor, orgId: OrganizationId): Promise<EnvironmentNames> => {
  const rows = await db.select({ id: environments.id, name: environments.name }).from(environments).where(eq(environments.orgId, orgId));
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const scopeView = (scope: CertificateScope, names: EnvironmentNames): ApiKeyScopeView =>
  'tag' in scope ? scope : { environment: { id: scope.environmentId, name: names.get(scope.environmentId) ?? null } };

const toApiKeyView = (row: KeyRow, names: EnvironmentNames, now: Date): ApiKeyView => ({
  id: row.id,
  name: row.name,
  ending: row.ending,
  permissions: { read: row.canRead, write: row.canWrite, delete: row.canDelete },
  scope: row.scope === null ? null : scopeView(row.scope, names),
  allowedAddresses: row.allowedAddresses,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  expiresAt: row.expiresAt,
  status: credentialStatusOf(row, now),
  replacedBy: row.replacedBy,
});

type ViewContext = Pick<OrgContext, 'db' | 'org' | 'clock'> | Pick<TransactionContext<OrgContext>, 'db' | 'org' | 'clock'>;

export const getApiKeyViews = async ({ db, org, clock }: ViewContext, rows: readonly KeyRow[]): Promise<ApiKeyView[]> => {
  const names: EnvironmentNames = rows.some(({ scope }) => scope !== null) ? await environmentNames(db, org.id) : new Map();
  return rows.map((row) => toApiKeyView(row, names, clock.now()));
};

export const getApiKeyView = async (ctx: ViewContext, row: KeyRow): Promise<ApiKeyView> => {
  const names: EnvironmentNames = row.scope === null ? new Map() : await environmentNames(ctx.db, ctx.org.id);
  return toApiKeyView(row, names, ctx.clock.now());
};
