import { describe, expect, it } from 'vitest';
import { JsonItems } from './json-items.ts';

const read = (chunks: readonly string[] | readonly Uint8Array[]) => {
  const list = new JsonItems();
  const items = chunks.flatMap((chunk) => [...list.take(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)]);
  return { items, isWhole: list.end(), fault: list.fault };
};

const values = [{ a: 'x[],{}"\\', b: [1, [2, { c: 'ü€😀' }]] }, 7, 'text, with ] and }', null, true, [], {}];
const text = ` \n ${JSON.stringify(values, null, 1)} \n`;

it('reads the same items however the bytes are cut', () => {
  const bytes = Buffer.from(text);
  for (let size = 1; size < bytes.length; size += 1) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
    expect(read(chunks)).toEqual({ items: values, isWhole: true, fault: null });
  }
});

it('reads an empty list', () => {
  expect(read(['[', ' ', ']'])).toEqual({ items: [], isWhole: true, fault: null });
});

describe('finds fault with', () => {
  it.each([
    ['a page', ['<html>'], 'page', []],
    ['an object', ['{"a":[1]}'], 'broken', []],
    ['nothing', [''], 'broken', []],
    ['a list that breaks off', ['[{"a":1},{"a"'], 'broken', [{ a: 1 }]],
    ['an item that is none', ['[{"a":1},{a:2},{"a":3}]'], 'broken', [{ a: 1 }]],
    ['something after the end', ['[1]', ' [2]'], 'broken', [1]],
    ['an item without end', ['["', 'x'.repeat(3_000_000), 'y'], 'large', []],
  ])('%s, and keeps what came before', (_, chunks, fault, items) => {
    expect(read(chunks)).toEqual({ items, isWhole: false, fault });
  });
});
