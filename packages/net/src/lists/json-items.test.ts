import { describe, expect, it } from 'vitest';
import { JsonItems } from './json-items.ts';

const read = (chunks: readonly string[] | readonly Uint8Array[]) => {
  const list = new JsonItems();
  const items = chunks.flatMap((chunk) => [...list.take(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)]);
  return { items, isWhole: list.end(), fault: list.fault };
};

const values = [{ a: 'x[],{}"\\', b: [1, [2, { c: 'ü€😀' }]] }, 7, 'text, with ] and }', null, true, [], {}];
const text = ` \n ${JSON.stringify(values, null, 1)} \n`;

it('parses the same items however the bytes are split', () => {
  const bytes = Buffer.from(text);
  for (let size = 1; size < bytes.length; size += 1) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
    expect(read(chunks)).toEqual({ items: values, isWhole: true, fault: null });
  }
});

it('parses an empty list', () => {
  expect(read(['[', ' ', ']'])).toEqual({ items: [], isWhole: true, fault: null });
});

describe('rejects', () => {
  it.each([
    ['a page', ['<html>'], 'page', []],
    ['an object', ['{"a":[1]}'], 'broken', []],
    ['nothing', [''], 'broken', []],
    ['a truncated list', ['[{"a":1},{"a"'], 'broken', [{ a: 1 }]],
    ['an invalid item', ['[{"a":1},{a:2},{"a":3}]'], 'broken', [{ a: 1 }]],
    ['data after the end', ['[1]', ' [2]'], 'broken', [1]],
    ['an endless item', ['["', 'x'.repeat(3_000_000), 'y'], 'large', []],
  ])('%s, and returns the items before it', (_, chunks, fault, items) => {
    expect(read(chunks)).toEqual({ items, isWhole: false, fault });
  });
});
