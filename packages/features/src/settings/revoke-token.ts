import { tokens } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { tokenIdInput } from '@notafter/domain/inputs';
import { and, eq, isNull } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { type TokenView, toTokenView } from './internal/credential-views.ts';

/** Ends one of the person's own tokens immediately and permanently. Throws `token_not_found`, also if it was revoked before. */
export const revokeToken = useCase({
  name: 'settings/revoke-token',
  access: 'member',
  via: 'session',
  input: tokenIdInput,
  audit: 'Revoked a token',
})(async (ctx, { id }): Promise<{ token: TokenView }> => {
  const { userId } = ctx.actor;
  return withTransaction(ctx, async (tx, audit) => {
    const [row] = await tx.db
      .update(tokens)
      .set({ revokedAt: tx.clock.now() })
      .where(and(eq(tokens.id, id), eq(tokens.userId, userId), isNull(tokens.revokedAt)))
      .returning();
    if (row === undefined) throw new DomainError('token_not_found');
    audit({ subjectId: id, detail: { name: row.name, ending: row.ending } });
    return { token: toTokenView(row, tx.clock.now()) };
  });
});
