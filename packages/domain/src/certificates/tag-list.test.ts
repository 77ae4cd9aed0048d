import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatTagList, parseTagList } from './tag-list.ts';

it('writes and reads what people read', () => {
  expect(formatTagList({ env: 'production', team: 'web' })).toBe('env=production; team=web');
  expect(parseTagList(' env = production ;team=web; ')).toEqual({ env: 'production', team: 'web' });
  expect(parseTagList('')).toEqual({});
  expect(parseTagList('query=a=b')).toEqual({ query: 'a=b' });
});

it('refuses a part without an equals sign', () => {
  expect(parseTagList('env=production; web')).toBeNull();
});

it('brings back every map of trimmed texts', () => {
  const text = fc.string({ minLength: 1, maxLength: 20 }).filter((candidate) => candidate.trim() === candidate);
  const tricky = fc.constantFrom('\\', ';', '=', 'a;b', 'a=b', '\\;', 'x\\', '=;\\');
  const word = fc.oneof(text, tricky);
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(word, word), { selector: ([name]) => name, maxLength: 6 }), (entries) => {
      const tags = Object.fromEntries(entries);
      expect(parseTagList(formatTagList(tags))).toEqual(tags);
    }),
  );
});
