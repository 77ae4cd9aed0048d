import { identities } from '@notafter/db';
import type { IdentityProviderName, UserId } from '@notafter/domain';
import type { RequestContext, TransactionContext } from '../../../context.ts';
import { markMailboxProven } from '../../registration/internal/mark-mailbox-proven.ts';
import { enqueueSecurityNotice } from '../../security-notice.ts';
import { openPendingLink } from './oauth-state.ts';

type Tx = TransactionContext<Pick<RequestContext, Exclude<keyof RequestContext, 'actor' | 'oauthCookies'>>>;

interface NewIdentity {
  readonly provider: IdentityProviderName;
  readonly subject: string;
  readonly email: string;
  readonly userId: UserId;
}

/** Links an identity and notifies the person by mail. Returns false if the identity, or another of this provider, is linked already. */
export const linkIdentity = async (tx: Tx, identity: NewIdentity): Promise<boolean> => {
  const linked = await tx.db
    .insert(identities)
    .values({ ...identity, linkedAt: tx.clock.now() })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  if (linked.length === 0) return false;
  await markMailboxProven(tx, identity.userId, identity.email);
  await enqueueSecurityNotice(tx, identity.userId, `${identity.provider}-linked`);
  return true;
};

/**
 * Links the identity that this browser returned with while its address already had this account. Runs only for a session of
 * that account; a link that waits for another account is kept. Returns the linked identity.
 */
export const linkPending = async (tx: TransactionContext<RequestContext>, userId: UserId): Promise<IdentityProviderName | null> => {
  const pending = openPendingLink(tx, tx.oauthCookies?.pendingLink ?? null);
  if (pending === null || pending.userId !== userId) return null;
  return (await linkIdentity(tx, pending)) ? pending.provider : null;
};
