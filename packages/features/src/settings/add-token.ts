import { newId, tokens, users } from '@notafter/db';
import { ACTIVE_TOKENS_MAX, addMs, DAY_MS, DomainError, ENDED_CREDENTIALS_KEPT } from '@notafter/domain';
import { addTokenInput } from '@notafter/domain/inputs';
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { enqueueSecurityNotice } from '../accounts/security-notice.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { type TokenView, toTokenView } from './internal/credential-views.ts';

export interface AddedToken {
  readonly token: TokenView;
  /** Shown once; only its hash is stored. */
  readonly secret: string;
}

/** Creates a token that acts as its person, and notifies them by mail. Throws `token_limit`, and `session_required` for a caller with a token. */
export const addToken = useCase({
  name: 'settings/add-token',
  access: 'member',
  via: 'session',
  input: addTokenInput,
  audit: 'Made a token',
})(async (ctx, { name, expiresIn = null }): Promise<AddedToken> => {
  const { userId } = ctx.actor;
  const { secret, hash, ending } = ctx.auth.makeCredential('token');
  return withTransaction(ctx, async (tx, audit) => {
    // Concurrent requests pass here one by one, so that the count still holds at the commit.
    const [person] = await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    if (person === undefined) throw new DomainError('unauthenticated');
    const now = tx.clock.now();
    const own = eq(tokens.userId, userId);
    const [active] = await tx.db
      .select({ total: count() })
      .from(tokens)
      .where(and(own, isNull(tokens.revokedAt), or(isNull(tokens.expiresAt), gt(tokens.expiresAt, now))));
    if ((active?.total ?? 0) >= ACTIVE_TOKENS_MAX) throw new DomainError('token_limit');
    const ended = tx.db
      .select({ id: tokens.id })
      .from(tokens)
      .where(and(own, or(isNotNull(tokens.revokedAt), lte(tokens.expiresAt, now))))
      .orderBy(desc(sql`least(${tokens.revokedAt}, ${tokens.expiresAt})`))
      .offset(ENDED_CREDENTIALS_KEPT);
    await tx.db.delete(tokens).where(inArray(tokens.id, ended));
    const expiresAt = expiresIn === null ? null : addMs(now, expiresIn * DAY_MS);
    const values = { id: newId<'token'>(), userId, name, hash, ending, createdAt: now, expiresAt, lastUsedAt: null, revokedAt: null };
    await tx.db.insert(tokens).values(values);
    await enqueueSecurityNotice(tx, userId, 'token-added');
    audit({ subjectId: values.id, detail: { name, ending, ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }) } });
    return { token: toTokenView(values, now), secret };
  });
});
