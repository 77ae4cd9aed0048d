import type { BeginOauthInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { type BegunOauth, beginRoundTrip } from './internal/begin-round-trip.ts';

/**
 * Starts signing in with an identity provider. Throws `not_found` if the provider is not offered, `oauth_unavailable`,
 * `oauth_failed` or `rate_limited`.
 */
export const beginOauth = useCase({
  name: 'accounts/begin-oauth',
  access: 'anyone',
})((ctx, { provider }: BeginOauthInput): Promise<BegunOauth> => beginRoundTrip(ctx, provider, null));
