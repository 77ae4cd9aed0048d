import { DomainError, IdentityProviderError, type IdentityProviderName } from '@notafter/domain';
import type { RequestContext } from '../../../context.ts';

/** Throws `not_found` if this installation does not offer the provider. */
export const requireOffered = ({ config }: Pick<RequestContext, 'config'>, provider: IdentityProviderName): void => {
  if (!config.identityProviders.includes(provider)) throw new DomainError('not_found');
};

/** The redirect URI, which operators register with the provider. */
export const callbackUrl = ({ config }: Pick<RequestContext, 'config'>, provider: IdentityProviderName): string =>
  `${config.publicUrl}/v1/auth/${provider}/callback`;

/** Calls the provider. Throws `oauth_unavailable` or `oauth_failed`, and logs the reason. */
export const askProvider = async <Answer>(
  { log, origin }: Pick<RequestContext, 'log' | 'origin'>,
  provider: IdentityProviderName,
  ask: () => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof IdentityProviderError)) throw error;
    const fields = { provider, reason: error.message, ip: origin.ip };
    if (error.kind === 'refused') {
      log.info(fields, 'sign-in by identity provider refused');
      throw new DomainError('oauth_failed');
    }
    log.warn(fields, 'identity provider unavailable');
    throw new DomainError('oauth_unavailable');
  }
};
