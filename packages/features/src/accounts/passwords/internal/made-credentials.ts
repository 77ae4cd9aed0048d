import { apiKeys, tokens } from '@notafter/db';
import type { OrganizationId, UserId } from '@notafter/domain';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';

/** A credential that can still act for the person, or that they created, after every session ended. */
export interface RemainingCredential {
  readonly kind: 'token' | 'api-key';
  readonly name: string;
  /** The last characters of the secret. */
  readonly ending: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface EndedCredentials {
  readonly tokens: number;
  readonly apiKeys: number;
}

interface Maker {
  readonly userId: UserId;
  readonly orgId: OrganizationId;
}

type Tx = TransactionContext<SystemContext>;

/** Returns the person's tokens, and the organization's API keys that they created: an intruder could have created either. */
const credentialsOf = (tx: Tx, { userId, orgId }: Maker) => {
  const now = tx.clock.now();
  const runs = (table: typeof tokens | typeof apiKeys) =>
    and(isNull(table.revokedAt), or(isNull(table.expiresAt), gt(table.expiresAt, now)));
  return {
    tokens: and(eq(tokens.userId, userId), runs(tokens)),
    apiKeys: and(eq(apiKeys.orgId, orgId), eq(apiKeys.createdBy, userId), runs(apiKeys)),
  };
};

export const endCredentials = async (tx: Tx, maker: Maker): Promise<EndedCredentials> => {
  const which = credentialsOf(tx, maker);
  const revokedAt = tx.clock.now();
  const endedTokens = await tx.db.update(tokens).set({ revokedAt }).where(which.tokens).returning({ id: tokens.id });
  const endedKeys = await tx.db.update(apiKeys).set({ revokedAt }).where(which.apiKeys).returning({ id: apiKeys.id });
  return { tokens: endedTokens.length, apiKeys: endedKeys.length };
};

export const listCredentials = async (tx: Tx, maker: Maker): Promise<readonly RemainingCredential[]> => {
  const which = credentialsOf(tx, maker);
  const of = (table: typeof tokens | typeof apiKeys) => {
    const { name, ending, createdAt, lastUsedAt } = table;
    return { name, ending, createdAt, lastUsedAt };
  };
  const own = await tx.db.select(of(tokens)).from(tokens).where(which.tokens).orderBy(tokens.id);
  const made = await tx.db.select(of(apiKeys)).from(apiKeys).where(which.apiKeys).orderBy(apiKeys.id);
  return [...own.map((row) => ({ kind: 'token' as const, ...row })), ...made.map((row) => ({ kind: 'api-key' as const, ...row }))];
};
