import type { PendingLinkView } from '@notafter/domain';
import type { RequestContext } from '../../context.ts';
import { openPendingLink } from './internal/oauth-state.ts';

/** Returns the identity that waits in this browser for the owner of its address to sign in, or null. */
export const getPendingLink = async (ctx: RequestContext): Promise<PendingLinkView | null> => {
  const pending = openPendingLink(ctx, ctx.kept?.pendingLink ?? null);
  return pending === null ? null : { provider: pending.provider, email: pending.email };
};
