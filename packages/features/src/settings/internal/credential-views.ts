import type { apiKeys, tokens } from '@notafter/db';
import { type ApiKeyId, type ApiKeyPermissions, type CredentialStatus, credentialStatusOf, type TokenId } from '@notafter/domain';

export interface TokenView {
  readonly id: TokenId;
  readonly name: string;
  /** The last characters of the secret. */
  readonly ending: string;
  readonly createdAt: Date;
  /** At most 60 s behind; null: never. */
  readonly lastUsedAt: Date | null;
  readonly status: Exclude<CredentialStatus, 'expired'>;
}

export interface ApiKeyView {
  readonly id: ApiKeyId;
  readonly name: string;
  readonly ending: string;
  readonly permissions: ApiKeyPermissions;
  readonly createdAt: Date;
  /** At most 60 s behind; null: never. */
  readonly lastUsedAt: Date | null;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
  readonly status: CredentialStatus;
}

export const toTokenView = ({ id, name, ending, createdAt, lastUsedAt, revokedAt }: typeof tokens.$inferSelect): TokenView => ({
  id,
  name,
  ending,
  createdAt,
  lastUsedAt,
  status: revokedAt === null ? 'active' : 'revoked',
});

export const toApiKeyView = (row: typeof apiKeys.$inferSelect, now: Date): ApiKeyView => ({
  id: row.id,
  name: row.name,
  ending: row.ending,
  permissions: { read: row.canRead, write: row.canWrite, delete: row.canDelete },
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  expiresAt: row.expiresAt,
  status: credentialStatusOf(row, now),
});
