import { expect, it } from 'vitest';
import { discoveryExpiryOf } from './expiry.ts';
import { typedDiscoveryDomain } from './names.ts';

it.each([
  [-400, 'expired'],
  [-1, 'expired'],
  [0, 'expiring_soon'],
  [7, 'expiring_soon'],
  [30, 'expiring_soon'],
  [31, 'valid'],
])('%i days left are %s', (days, expiry) => {
  expect(discoveryExpiryOf(days)).toBe(expiry);
});

it.each([
  ['  example.com  ', 'example.com'],
  ['https://example.com', 'example.com'],
  ['http://example.com/path?query#hash', 'example.com'],
  ['HTTPS://Example.com/', 'Example.com'],
  ['example.com/http://other.example', 'example.com'],
  ['https://', ''],
  [' / ', ''],
  ['', ''],
])('what is typed as %j asks for %j', (typed, asked) => {
  expect(typedDiscoveryDomain(typed)).toBe(asked);
});
