import { expect, it } from 'vitest';
import { personNameOf } from './person-name.ts';

const email = 'ada.l@example.com';

it.each([
  [{ first: 'Ada', last: 'Lovelace' }, 'Ada', 'Lovelace'],
  [{ first: 'Ada', full: 'Ada King' }, 'Ada', ''],
  [{ full: 'Ada King Lovelace' }, 'Ada', 'King Lovelace'],
  [{ full: 'Madonna' }, 'Madonna', ''],
  [{ full: '  Ada \u0000\n\u202e Lovelace ' }, 'Ada', 'Lovelace'],
  [{}, 'ada.l', ''],
  [{ first: '  ', full: null }, 'ada.l', ''],
])('%o is a person with a name of one line', (given, firstName, lastName) => {
  expect(personNameOf({ ...given, email })).toEqual({ firstName, lastName });
});

it('cuts what is too long for our own form', () => {
  expect(personNameOf({ first: 'x'.repeat(5000), last: '🦊'.repeat(300), email })).toMatchObject({ firstName: 'x'.repeat(100) });
  expect(personNameOf({ last: '🦊'.repeat(300), first: 'a', email }).lastName.length).toBeLessThanOrEqual(100);
});
