import { expect, it } from 'vitest';
import { isIdentityProviderName, maySignInWithout } from './identity-provider.ts';

const none = { password: false, passkeys: 0, providers: [] } as const;

it.each([
  ['a password', { ...none, password: true, providers: ['github'] }, true],
  ['a passkey', { ...none, passkeys: 1, providers: ['github'] }, true],
  ['another provider', { ...none, providers: ['github', 'google'] }, true],
  ['nothing', { ...none, providers: ['github'] }, false],
  ['only a provider that is not offered here', { ...none, providers: [] }, false],
] as const)('a provider can go where %s is left: %o', (_, ways, may) => {
  expect(maySignInWithout(ways, 'github')).toBe(may);
});

it('knows its providers and no inherited name', () => {
  expect(['github', 'google', 'GitHub', 'constructor', '__proto__', ''].map(isIdentityProviderName)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
