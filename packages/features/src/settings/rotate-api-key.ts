import { apiKeys, newId } from '@notafter/db';
import { addMs, credentialStatusOf, DomainError, HOUR_MS } from '@notafter/domain';
import { rotateApiKeyInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import type { AddedApiKey } from './add-api-key.ts';
import { getApiKeyView } from './internal/credential-views.ts';
import { holdApiKeys, insertApiKey } from './internal/new-api-key.ts';

/**
 * Creates a key with the same name, permissions, scope, addresses and lifetime, and ends the old one after the overlap, or
 * earlier if it expires; with 0 immediately. Throws `api_keys_plan`, `api_key_not_found` also if it ended, `api_key_rotated` if
 * it was rotated before, or `api_key_limit`.
 */
export const rotateApiKey = useCase({
  name: 'settings/rotate-api-key',
  access: 'admin',
  via: 'session',
  plan: 'apiKeys',
  input: rotateApiKeyInput,
  audit: 'Rotated an API key',
})(async (ctx, { id, overlapHours }): Promise<AddedApiKey> => {
  const { userId } = ctx.actor;
  const { secret, hash, ending } = ctx.auth.makeCredential('api-key');
  return withTransaction(ctx, async (tx, audit) => {
    const now = tx.clock.now();
    await holdApiKeys(tx, userId);
    const [old] = await tx.db
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.orgId, tx.org.id)))
      .for('update');
    if (old === undefined || credentialStatusOf(old, now) !== 'active') throw new DomainError('api_key_not_found');
    if (old.replacedBy !== null) throw new DomainError('api_key_rotated');
    const overlapEnd = addMs(now, overlapHours * HOUR_MS);
    const expiresAt = old.expiresAt !== null && old.expiresAt < overlapEnd ? old.expiresAt : overlapEnd;
    // Before counting its successor: without an overlap a full list still has room for it.
    await tx.db
      .update(apiKeys)
      .set(overlapHours === 0 ? { revokedAt: now } : { expiresAt })
      .where(eq(apiKeys.id, id));
    const { name, canRead, canWrite, canDelete, scope, allowedAddresses, orgId } = old;
    const lifeMs = old.expiresAt === null ? null : old.expiresAt.getTime() - old.createdAt.getTime();
    const row = await insertApiKey(tx, {
      id: newId<'api-key'>(),
      orgId,
      createdBy: userId,
      name,
      hash,
      ending,
      canRead,
      canWrite,
      canDelete,
      scope,
      allowedAddresses,
      createdAt: now,
      expiresAt: lifeMs === null ? null : addMs(now, lifeMs),
    });
    await tx.db.update(apiKeys).set({ replacedBy: row.id }).where(eq(apiKeys.id, id));
    audit({ subjectId: id, detail: { name, ending: old.ending, successor: row.id, successorEnding: ending, overlapHours } });
    return { apiKey: await getApiKeyView(tx, row), secret };
  });
});
