import type { PendingLinkView } from '@notafter/domain';
import { useCase } from '../../use-case.ts';
import { openPendingLink } from './internal/oauth-state.ts';

/** Returns the identity that waits in this browser for the owner of its address to sign in, or null. */
export const getPendingLink = useCase({
  name: 'accounts/get-pending-link',
  access: 'anyone',
})(async (ctx): Promise<PendingLinkView | null> => {
  const pending = openPendingLink(ctx, ctx.oauthCookies?.pendingLink ?? null);
  return pending === null ? null : { provider: pending.provider, email: pending.email };
});
