import { identities } from '@notafter/db';
import { DomainError, maySignInWithout } from '@notafter/domain';
import type { RemoveIdentityInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { type OrgContext, requirePerson } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { enqueueSecurityNotice } from './internal/security-notice.ts';
import { lockSignInWays } from './internal/sign-in-ways.ts';

/** Unlinks the person's identity at a provider and tells them by mail. Throws `identity_not_found`, or `last_sign_in` for the only way in. */
export const removeIdentity = async (ctx: OrgContext, { provider }: RemoveIdentityInput): Promise<void> => {
  const { userId } = requirePerson(ctx, 'accounts/remove-identity');
  await withTransaction(ctx, 'accounts/remove-identity', async (tx, audit) => {
    const ways = await lockSignInWays(tx, userId);
    const removed = await tx.db
      .delete(identities)
      .where(and(eq(identities.userId, userId), eq(identities.provider, provider)))
      .returning({ provider: identities.provider });
    if (removed.length === 0) throw new DomainError('identity_not_found');
    if (!maySignInWithout(ways, provider)) throw new DomainError('last_sign_in');
    await enqueueSecurityNotice(tx, userId, `${provider}-removed`);
    audit({ subjectId: userId, detail: { provider } });
  });
};
