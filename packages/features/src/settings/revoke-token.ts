import { tokens } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import type { TokenIdInput } from '@notafter/domain/inputs';
import { and, eq, isNull } from 'drizzle-orm';
import { type OrgContext, requirePerson } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { type TokenView, toTokenView } from './internal/credential-views.ts';

/** Ends one of the person's own tokens immediately and permanently. Throws `token_not_found`, also if it was revoked before. */
export const revokeToken = async (ctx: OrgContext, { id }: TokenIdInput): Promise<{ token: TokenView }> => {
  const { userId } = requirePerson(ctx, 'settings/revoke-token');
  return withTransaction(ctx, 'settings/revoke-token', async (tx, audit) => {
    const [row] = await tx.db
      .update(tokens)
      .set({ revokedAt: tx.clock.now() })
      .where(and(eq(tokens.id, id), eq(tokens.userId, userId), isNull(tokens.revokedAt)))
      .returning();
    if (row === undefined) throw new DomainError('token_not_found');
    audit({ subjectId: id, detail: { name: row.name, ending: row.ending } });
    return { token: toTokenView(row, tx.clock.now()) };
  });
};
