import { expect, it } from 'vitest';
import { givenCredential } from './given-credential.ts';

it.each([
  [{}, null],
  [{ 'org-id': 'x' }, null],
  [{ authorization: 'Basic dXNlcjpwYXNz' }, null],
  [{ authorization: 'Bearers x' }, null],
  [
    { token: 'a', 'org-id': 'o' },
    { as: 'token', secret: 'a', orgId: 'o' },
  ],
  [{ token: '' }, { as: 'token', secret: '', orgId: null }],
  [{ 'x-api-key': 'k' }, { as: 'api-key', secret: 'k' }],
  [{ authorization: 'Bearer k' }, { as: 'bearer', secret: 'k' }],
  [{ authorization: 'bearer  k' }, { as: 'bearer', secret: 'k' }],
  [{ authorization: 'Bearer' }, { as: 'bearer', secret: '' }],
])('reads %o as %o', (headers, given) => {
  expect(givenCredential(new Headers(headers))).toEqual(given);
});

it.each([
  { token: 'a', 'org-id': 'o', 'x-api-key': 'k' },
  { 'x-api-key': 'k', authorization: 'Bearer k' },
  { token: 'a', authorization: 'Bearer a' },
])('refuses several: %o', (headers) => {
  expect(() => givenCredential(new Headers(headers))).toThrowError(expect.objectContaining({ code: 'credential_invalid' }));
});
