import { type ApiKeyActor, DomainError, networkOf, type TokenActor } from '@notafter/domain';
import type { RequestOrigin, SystemContext } from './context.ts';
import { isAllowedAddress } from './settings/internal/is-allowed-address.ts';
import { recordRefusedAddress } from './settings/record-refused-address.ts';
import { countRequest, type RequestRate } from './throttling/request-rate.ts';
import { throttleOf } from './throttling/throttle.ts';

export { RATE_WINDOW_SECONDS, type RequestRate } from './throttling/request-rate.ts';

const ORG_ID_MISSING = "Send your organization's id in the header org-id beside the token.";

/** A secret as a transport received it: in `token` with `org-id`, in `X-API-Key`, or as a bearer token, which may be either. */
export type GivenCredential =
  | { readonly as: 'token'; readonly secret: string; readonly orgId: string | null }
  | { readonly as: 'api-key' | 'bearer'; readonly secret: string };

export interface OpenedCredential {
  readonly actor: TokenActor | ApiKeyActor;
  /** For the response headers; a transport refuses the request if it is exceeded. */
  readonly rate: RequestRate;
}

const isWhatWasSaid = (actor: TokenActor | ApiKeyActor, given: GivenCredential): boolean => {
  switch (given.as) {
    case 'token':
      return actor.via === 'token' && actor.orgId === given.orgId?.trim().toLowerCase();
    case 'api-key':
      return actor.via === 'api-key';
    case 'bearer':
      return true;
  }
};

/**
 * Returns the actor of a secret and counts the request against its rate limit. Throws `credential_invalid` for an unknown
 * secret or another organization's id, `api_key_address` for a key that does not allow the caller's address, and
 * `rate_limited` for a network that guesses, which does not affect valid secrets.
 */
export const openCredential = async (
  ctx: SystemContext & { readonly origin: RequestOrigin },
  given: GivenCredential,
): Promise<OpenedCredential> => {
  if (given.as === 'token' && given.orgId === null) throw new DomainError('credential_invalid', { message: ORG_ID_MISSING });
  const actor = await ctx.auth.resolveCredential(ctx.db, given.secret);
  if (actor === null || !isWhatWasSaid(actor, given)) {
    await throttleOf(ctx).spend('credentialGuessFromNetwork', networkOf(ctx.origin.ip));
    throw new DomainError('credential_invalid');
  }
  const id = actor.via === 'token' ? actor.tokenId : actor.apiKeyId;
  const rate = await countRequest(ctx.db, id, ctx.config.apiRequestsPerMinute);
  // Over its rate, a request is refused for that alone, which costs nothing.
  if (actor.via === 'api-key' && !rate.exceeded && !isAllowedAddress(actor.allowedAddresses, ctx.origin.ip)) {
    await recordRefusedAddress(ctx, { origin: ctx.origin, actor });
    throw new DomainError('api_key_address');
  }
  return { actor, rate };
};
