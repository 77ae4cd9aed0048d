import { expect, it } from 'vitest';
import { defaultImages, parseImages } from './images.ts';

const postgres = { image: `registry.example/postgres@sha256:${'a'.repeat(64)}`, version: '18.6', uid: 999, data: '/var/lib/postgresql' };

it('reads a table of images that replaces the built-in one', () => {
  expect(parseImages(JSON.stringify({ postgres }))).toEqual({ postgres });
  expect(parseImages('{}')).toEqual({});
});

it.each([
  [{ postgresql: postgres }, 'postgresql'],
  [{ postgres: { ...postgres, uid: 'postgres' } }, 'uid'],
  [{ postgres: { ...postgres, data: 'data' } }, 'data'],
  [{ postgres: { ...postgres, tag: '18' } }, 'tag'],
])('refuses %j by name', (table, problem) => {
  expect(() => parseImages(JSON.stringify(table))).toThrow(problem);
});

it('never names an image that moves to another major version', () => {
  for (const image of Object.values(defaultImages)) expect(image.image).toMatch(/:\d[\w.-]*$|@sha256:/);
});
