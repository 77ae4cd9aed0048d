import { apiKeys, organizations, users } from '@notafter/db';
import { ACTIVE_API_KEYS_MAX, DomainError, ENDED_CREDENTIALS_KEPT, type UserId } from '@notafter/domain';
import { and, count, desc, eq, gt, inArray, isNull, lte, not, or } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../context.ts';

type Tx = TransactionContext<OrgContext>;

/** Serializes changes of API keys, so that counts still hold at the commit. */
export const holdApiKeys = async (tx: Tx, userId: UserId): Promise<void> => {
  await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
  // A person deleted in the meantime creates no key.
  const [person] = await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
  if (person === undefined) throw new DomainError('unauthenticated');
};

/** Adds a key, and deletes the oldest ended ones. Throws `api_key_limit`. */
export const insertApiKey = async (tx: Tx, values: typeof apiKeys.$inferInsert): Promise<typeof apiKeys.$inferSelect> => {
  const now = tx.clock.now();
  const own = eq(apiKeys.orgId, tx.org.id);
  const active = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));
  const [counted] = await tx.db.select({ total: count() }).from(apiKeys).where(and(own, active));
  if ((counted?.total ?? 0) >= ACTIVE_API_KEYS_MAX) throw new DomainError('api_key_limit');
  const ended = tx.db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(own, or(not(isNull(apiKeys.revokedAt)), lte(apiKeys.expiresAt, now))))
    .orderBy(desc(apiKeys.id))
    .offset(ENDED_CREDENTIALS_KEPT);
  await tx.db.delete(apiKeys).where(inArray(apiKeys.id, ended));
  const [row] = await tx.db.insert(apiKeys).values(values).returning();
  if (row === undefined) throw new Error('An inserted API key was not answered.');
  return row;
};
