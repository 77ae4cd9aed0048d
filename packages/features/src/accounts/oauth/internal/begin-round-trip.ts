import type { IdentityProviderName, UserId } from '@notafter/domain';
import { networkOf } from '@notafter/domain';
import type { OrgContext, RequestContext } from '../../../context.ts';
import { throttleOf } from '../../../throttling/throttle.ts';
import { askProvider, callbackUrl, requireOffered } from './ask-provider.ts';
import { sealFlow } from './oauth-state.ts';

export interface BegunOauth {
  /** The provider's page to send the browser to. */
  readonly url: string;
  /** Sealed; a cookie of this browser until it returns. */
  readonly flow: string;
}

/** Starts a round trip to sign in or, with `linkTo`, to link an identity to that account. */
export const beginRoundTrip = async (
  ctx: RequestContext | OrgContext,
  provider: IdentityProviderName,
  linkTo: UserId | null,
): Promise<BegunOauth> => {
  requireOffered(ctx, provider);
  await throttleOf(ctx).spend('oauthFromNetwork', networkOf(ctx.origin.ip));
  const { identityProviders } = ctx.gateways;
  const { url, secrets } = await askProvider(ctx, provider, () => identityProviders.begin(provider, callbackUrl(ctx, provider)));
  return { url, flow: sealFlow(ctx, { provider, secrets, linkTo }) };
};
