import { expect, it } from 'vitest';
import { passkeysWorkAt } from './passkey.ts';

it.each([
  ['https://notafter.example', true],
  ['https://notafter.example:8443/below', true],
  ['http://localhost:3000', true],
  ['http://team.localhost', true],
  ['http://notafter.example', false],
  ['https://192.0.2.7', false],
  ['http://127.0.0.1:3000', false],
  ['https://[2001:db8::1]', false],
])('at %s: %s', (address, works) => {
  expect(passkeysWorkAt(address)).toBe(works);
});
