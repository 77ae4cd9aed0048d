import { type IdentityProviderName, identityProviderTitles, isIdentityProviderName, type PendingLinkView } from '@notafter/domain';
import { texts } from './account-texts.ts';

/** Failures that a person can act on; the texts are the server's, which sends only the code. */
const failures: Readonly<Record<string, string>> = {
  oauth_email_unverified: 'That account has no verified email address. Verify it there, then try again.',
  oauth_unavailable: 'The sign-in service did not answer. Try again, or sign in another way.',
  identity_taken: 'That account is linked to another person here.',
  identity_exists: 'Another account of this provider is already linked. Remove it first.',
  organization_disabled: 'This organization is disabled. Contact your administrator.',
  not_activated: 'Account not activated. Please check your email for activation link.',
  rate_limited: 'Too many attempts. Please wait and try again.',
};

/** Text for the `error` of an address; any other value is the spec's one sentence. Null without one. */
export const oauthFailure = (search: URLSearchParams): string | null => {
  const code = search.get('error');
  if (code === null) return null;
  return Object.hasOwn(failures, code) ? (failures[code] ?? null) : texts.oauthFailed;
};

const providerIn = (search: URLSearchParams, name: string): IdentityProviderName | null => {
  const value = search.get(name) ?? '';
  return isIdentityProviderName(value) ? value : null;
};

/** On the sign-in screen: what signing in links. */
export const pendingLinkNotice = ({ provider, email }: PendingLinkView): string =>
  `There is an account for ${email} already. Sign in to it once, and ${identityProviderTitles[provider]} is linked.`;

/** On the settings screen: what was linked just now. */
export const linkedNotice = (search: URLSearchParams): string | null => {
  const provider = providerIn(search, 'linked');
  return provider === null ? null : `${identityProviderTitles[provider]} is linked. You can sign in with it.`;
};
