import { expect, it } from 'vitest';
import { garbled } from './garbled.ts';

it('differs from the token in its decoded bytes, for any length and ending', () => {
  for (const token of [
    'AAAA',
    'AAA',
    'AA',
    'AQ',
    '__',
    ...Array.from({ length: 64 }, (_, n) => Buffer.alloc(n + 1, 37 * n).toString('base64url')),
  ]) {
    const other = Buffer.from(garbled(token), 'base64url');
    expect(other).toHaveLength(Buffer.from(token, 'base64url').length);
    expect(other.equals(Buffer.from(token, 'base64url'))).toBe(false);
  }
});
