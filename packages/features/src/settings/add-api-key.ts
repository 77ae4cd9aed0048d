import { apiKeys, newId, organizations, users } from '@notafter/db';
import { ACTIVE_API_KEYS_MAX, addMs, DAY_MS, DomainError, ENDED_CREDENTIALS_KEPT } from '@notafter/domain';
import type { AddApiKeyInput } from '@notafter/domain/inputs';
import { and, count, desc, eq, gt, inArray, isNull, lte, not, or } from 'drizzle-orm';
import { type OrgContext, requirePerson } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { type ApiKeyView, toApiKeyView } from './internal/credential-views.ts';

export interface AddedApiKey {
  readonly apiKey: ApiKeyView;
  /** Shown once: nothing can tell it again. */
  readonly secret: string;
}

/** Makes a key of the organisation that outlives who made it. Throws `api_keys_plan` or `api_key_limit`. */
export const addApiKey = async (ctx: OrgContext, { name, expiresIn, permissions }: AddApiKeyInput): Promise<AddedApiKey> => {
  const { userId } = requirePerson(ctx, 'settings/add-api-key');
  const { secret, hash, ending } = ctx.auth.makeCredential('api-key');
  return withTransaction(ctx, 'settings/add-api-key', async (tx, audit) => {
    const now = tx.clock.now();
    // Those who add at once pass here one by one, so that the count still holds at the commit.
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
    // Who was removed in the meantime leaves no key behind.
    const [person] = await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
    if (person === undefined) throw new DomainError('unauthenticated');
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
    const values = {
      id: newId<'api-key'>(),
      orgId: tx.org.id,
      createdBy: userId,
      name,
      hash,
      ending,
      canRead: permissions.read,
      canWrite: permissions.write,
      canDelete: permissions.delete ?? false,
      scope: null,
      allowedAddresses: [],
      replacedBy: null,
      addressRefusedAt: null,
      createdAt: now,
      expiresAt: expiresIn === null ? null : addMs(now, expiresIn * DAY_MS),
      lastUsedAt: null,
      revokedAt: null,
    };
    await tx.db.insert(apiKeys).values(values);
    audit({
      subjectId: values.id,
      detail: { name, ending, permissions: toApiKeyView(values, now).permissions, expiresAt: values.expiresAt?.toISOString() ?? null },
    });
    return { apiKey: toApiKeyView(values, now), secret };
  });
};
