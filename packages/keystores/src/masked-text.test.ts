import { expect, it } from 'vitest';
import { MaskedText } from './masked-text.ts';

const secret = Buffer.from('a secret that must not become a string').toString('base64');

it('contains no run of 16 base64 characters, and reveals or decodes those that are asked for', () => {
  const masked = new MaskedText(Buffer.from(JSON.stringify({ key: secret, name: 'ordinary-name', short: 'YWJjZGU=' })));
  expect(masked.text).not.toMatch(/[A-Za-z0-9+/]{16}/);
  const parsed: unknown = JSON.parse(masked.text);
  expect(parsed).toMatchObject({ name: 'ordinary-name', short: 'YWJjZGU=' });
  const key = typeof parsed === 'object' && parsed !== null && 'key' in parsed ? String(parsed.key) : '';
  expect(masked.reveal(key)).toBe(secret);
  expect(masked.decode(key)?.toString()).toBe('a secret that must not become a string');
  expect(masked.decode('YWJjZGU=')?.toString()).toBe('abcde');
  expect(masked.decode('not base64!')).toBeNull();
});

it('takes no mark that is written in the file', () => {
  const masked = new MaskedText(Buffer.from(`~000000000000.0~ ${secret}`));
  expect(masked.reveal(masked.text.split(' ')[0] ?? '')).toBe('~000000000000.0~');
});
