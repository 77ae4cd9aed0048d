import { expect, it } from 'vitest';
import { looksLikeEmail, normalizeEmail } from './email.ts';

it('compares addresses trimmed and lower-cased', () => {
  expect(normalizeEmail('  Ada@Example.COM ')).toBe('ada@example.com');
});

it.each(['ada@example.com', "o'neill+tag@mail.example.co.uk", 'ädä@bücher.example', `a@${'b'.repeat(248)}.com`])('takes %s', (email) => {
  expect(looksLikeEmail(email)).toBe(true);
});

it.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada lovelace@example.com',
  'ada@exa mple.com',
  'ada@@example.com',
  'ada\0@example.com',
  'ada@example.com\r\nBcc: x@y.zz',
  'ada,eve@example.com',
  'ada<eve@example.com>',
  `a@${'b'.repeat(249)}.com`,
])('refuses %j', (email) => {
  expect(looksLikeEmail(email)).toBe(false);
});

it('judges 200,000 characters at once', () => {
  const before = process.threadCpuUsage();
  looksLikeEmail(`${'a'.repeat(100_000)}@${'.'.repeat(100_000)} `);
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
});
