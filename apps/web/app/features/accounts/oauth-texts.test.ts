import { errorCatalogue } from '@notafter/domain';
import { expect, it } from 'vitest';
import { linkedNotice, oauthFailure } from './oauth-texts.ts';

const search = (text: string) => new URLSearchParams(text);

it.each([
  'oauth_email_unverified',
  'oauth_unavailable',
  'identity_taken',
  'identity_exists',
  'organization_disabled',
  'not_activated',
  'rate_limited',
] as const)('says of %s what the server says', (code) => {
  expect(oauthFailure(search(`error=${code}`))).toBe(errorCatalogue[code].message);
});

it.each(['oauth_failed', 'oauth', '', 'constructor', '__proto__', '<script>'])('says the one sentence of %j', (code) => {
  expect(oauthFailure(search(new URLSearchParams({ error: code }).toString()))).toBe('OAuth authentication failed. Please try again.');
});

it('says nothing of an address that says nothing, and names only providers there are', () => {
  expect([oauthFailure(search('')), linkedNotice(search('tab=0')), linkedNotice(search('linked=toString'))]).toEqual([null, null, null]);
  expect(linkedNotice(search('linked=google'))).toBe('Google is linked. You can sign in with it.');
});
