import { expect, it } from 'vitest';
import { isSameSiteWrite } from './same-site-write.ts';

const allows = (headers: Record<string, string>, publicUrl = 'https://notafter.example'): boolean =>
  isSameSiteWrite(new Headers(headers), publicUrl);

it.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://notafter.example' }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://notafter.example' }, false],
  [{ origin: 'https://notafter.example' }, true],
  [{ origin: 'http://notafter.example' }, false],
  [{ origin: 'https://notafter.example:8443' }, false],
  [{ origin: 'https://notafter.example.evil.example' }, false],
  [{ origin: 'null' }, false],
  [{ referer: 'https://notafter.example/' }, false],
  [{}, false],
])('%j: allowed %s', (headers, allowed) => {
  expect(allows(headers)).toBe(allowed);
});

it('compares with the origin of PUBLIC_URL, ignoring its path', () => {
  expect(allows({ origin: 'http://localhost:3000' }, 'http://localhost:3000/app/')).toBe(true);
});
