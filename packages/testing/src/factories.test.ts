import { newId } from '@notafter/db';
import { expect, it } from 'vitest';
import { wordlessLetters } from './factories.ts';

it('contains no word and no number, and differs for each ID', () => {
  const ids = ['00000000-0000-0000-0000-000000000000', 'beadface-cafe-7bad-8443-2026deadbeef', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  const fresh = Array.from({ length: 100 }, () => newId());
  for (const made of [ids, fresh]) {
    const letters = made.map(wordlessLetters);
    for (const spelt of letters) expect(spelt).toMatch(/^[jkqvwxyz]{43}$/);
    expect(new Set(letters).size).toBe(made.length);
    expect(letters).toEqual([...letters].sort());
  }
});
