import { describe, expect, it } from 'vitest';
import { createWatchIndex, domainsAbove } from './watch-index.ts';

const watch = (domain: string, ...allowedIssuers: string[]) => ({ domain, allowedIssuers });
const index = createWatchIndex([
  watch('example.com', 'One CA'),
  watch('api.example.com'),
  watch('v2.api.example.com', 'Two CA'),
  watch('other.test', 'Three CA', 'One CA'),
]);
const found = (names: readonly string[], known: readonly string[] = []) => {
  const concerned = index.of(names, known);
  return (
    concerned && {
      all: concerned.all.map(({ domain }) => domain).toSorted(),
      home: concerned.home.domain,
      lists: concerned.allowedIssuers.map((list) => list.join(' or ')),
    }
  );
};

describe('the watches that a certificate concerns', () => {
  it.each([
    [['www.example.com'], { all: ['example.com'], home: 'example.com', lists: ['One CA'] }],
    [['api.example.com'], { all: ['api.example.com', 'example.com'], home: 'api.example.com', lists: ['One CA'] }],
    [
      ['a.v2.api.example.com'],
      { all: ['api.example.com', 'example.com', 'v2.api.example.com'], home: 'v2.api.example.com', lists: ['Two CA'] },
    ],
    [
      ['*.api.example.com'],
      { all: ['api.example.com', 'example.com', 'v2.api.example.com'], home: 'api.example.com', lists: ['One CA', 'Two CA'] },
    ],
    [
      ['www.other.test', 'www.example.com', 'api.example.com'],
      { all: ['api.example.com', 'example.com', 'other.test'], home: 'api.example.com', lists: ['Three CA or One CA', 'One CA'] },
    ],
    [['*.test'], { all: ['other.test'], home: 'other.test', lists: ['Three CA or One CA'] }],
    [['notexample.com', 'com', '', '*.'], null],
  ] as const)('%j', (names, expected) => {
    expect(found(names)).toEqual(expected);
  });

  it('include one whose name is not listed', () => {
    expect(found(['unrelated.test'], ['other.test', 'gone.test'])).toEqual({
      all: ['other.test'],
      home: 'other.test',
      lists: ['Three CA or One CA'],
    });
  });
});

it('domains above a name are the name and its parents, the longest first', () => {
  expect(domainsAbove('*.a.example.com')).toEqual(['a.example.com', 'example.com', 'com']);
});
