import { expect, it } from 'vitest';
import { cleanTags, TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH, TAGS_MAX } from './tags.ts';

it('trims names and values, drops what is left blank and puts the rest in order', () => {
  expect(cleanTags({ team: ' web ', ' env ': 'production', owner: '   ', source: '' })).toEqual({ env: 'production', team: 'web' });
});

it.each([
  ['a blank name', { ' ': 'x' }],
  ['a long name', { ['n'.repeat(TAG_NAME_MAX_LENGTH + 1)]: 'x' }],
  ['a long value', { env: 'x'.repeat(TAG_VALUE_MAX_LENGTH + 1) }],
  ['NUL', { env: 'a\u0000b' }],
  ['a line feed in a name', { 'a\nb': 'x' }],
  ['half a surrogate pair', { env: '\ud800' }],
  ['constructor', { constructor: 'x' }],
  ['prototype', { prototype: 'x' }],
  ['__proto__', JSON.parse('{"__proto__":"x"}')],
  ['too many', Object.fromEntries(Array.from({ length: TAGS_MAX + 1 }, (_, index) => [`tag-${index}`, 'x']))],
])('refuses %s', (_name, tags) => {
  expect(() => cleanTags(tags)).toThrow(expect.objectContaining({ code: 'invalid_input', details: [expect.anything()] }));
});

it('keeps as many and as long ones as are allowed', () => {
  const tags = Object.fromEntries(
    Array.from({ length: TAGS_MAX }, (_, index) => [`${index}`.padStart(TAG_NAME_MAX_LENGTH, 'n'), 'x'.repeat(TAG_VALUE_MAX_LENGTH)]),
  );
  expect(cleanTags(tags)).toEqual(tags);
});
