import { DomainError, type UserId } from '@notafter/domain';
import type { BeginOauthInput } from '@notafter/domain/inputs';
import type { RequestContext } from '../context.ts';
import { askProvider, callbackUrl, requireOffered } from './internal/ask-provider.ts';
import { networkOf } from './internal/network-of.ts';
import { sealFlow } from './internal/oauth-state.ts';
import { throttleOf } from './internal/throttle.ts';

export interface BegunOauth {
  /** The provider's page, where the browser goes. */
  readonly url: string;
  /** Sealed; for a cookie of this browser until it comes back. */
  readonly flow: string;
}

const ownerOf = ({ actor }: RequestContext): UserId => {
  if (actor === null) throw new DomainError('unauthenticated');
  if (actor.via !== 'session') throw new DomainError('session_required');
  return actor.userId;
};

/**
 * Begins a round trip over an identity provider: to sign in or, with `link`, to link an identity to the account that is
 * signed in. A link is begun only by a write of our own page: another site could send the browser here, but not to that.
 * Throws `not_found` where the provider is not offered, `oauth_unavailable`, `oauth_failed` or `rate_limited`.
 */
export const beginOauth = async (ctx: RequestContext, { provider, link }: BeginOauthInput): Promise<BegunOauth> => {
  requireOffered(ctx, provider);
  const linkTo = link ? ownerOf(ctx) : null;
  await throttleOf(ctx).spend('oauthFromNetwork', networkOf(ctx.origin.ip));
  const { identityProviders } = ctx.gateways;
  const { url, secrets } = await askProvider(ctx, provider, () => identityProviders.begin(provider, callbackUrl(ctx, provider)));
  return { url, flow: sealFlow(ctx, { provider, secrets, linkTo }) };
};
