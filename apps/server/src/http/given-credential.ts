import { DomainError } from '@notafter/domain';
import type { GivenCredential } from '@notafter/features';

interface RequestHeaders {
  get(name: string): string | null;
}

const bearer = /^Bearer(?: +|$)/i;

/**
 * Returns the token or API key of a request, or null. An empty one counts too, so that it is rejected instead of replaced by a
 * cookie. `Basic` and other schemes are for a proxy in front. Throws `credential_invalid` for more than one.
 */
export const givenCredential = (headers: RequestHeaders): GivenCredential | null => {
  const given: GivenCredential[] = [];
  const token = headers.get('token');
  if (token !== null) given.push({ as: 'token', secret: token, orgId: headers.get('org-id') });
  const apiKey = headers.get('x-api-key');
  if (apiKey !== null) given.push({ as: 'api-key', secret: apiKey });
  const authorization = headers.get('authorization');
  if (authorization !== null && bearer.test(authorization)) given.push({ as: 'bearer', secret: authorization.replace(bearer, '') });
  if (given.length > 1) throw new DomainError('credential_invalid', { message: 'Send one token or API key, not several.' });
  return given[0] ?? null;
};
