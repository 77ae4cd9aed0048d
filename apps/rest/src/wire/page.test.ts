import { describe, expect, it } from 'vitest';
import { errorBody } from '../testing/error-body.ts';
import { pageOf } from './page.ts';

const idOf = (row: string): string => row;
const list = ['a', 'b', 'c', 'd', 'e'];
const afterFirstPage = (): string => pageOf(list, { limit: 2 }, idOf).nextCursor ?? '';

describe('a page of a list that was read whole', () => {
  it('follows the one before until the last, whose cursor is null', () => {
    const first = pageOf(list, { limit: 2 }, idOf);
    const second = pageOf(list, { limit: 2, cursor: first.nextCursor ?? '' }, idOf);
    const third = pageOf(list, { limit: 2, cursor: second.nextCursor ?? '' }, idOf);
    expect([first, second, third].map(({ rows }) => rows.join(''))).toEqual(['ab', 'cd', 'e']);
    expect([third.nextCursor, third.total]).toEqual([null, 5]);
  });

  it('has no further page after one that the list fills exactly', () => {
    expect(pageOf(list, { limit: 5 }, idOf)).toEqual({ rows: list, nextCursor: null, total: 5 });
  });

  it('repeats nothing if a row was added before it, and misses nothing if the row of the cursor is gone', () => {
    const cursor = afterFirstPage();
    expect(pageOf(['new', ...list], { limit: 2, cursor }, idOf).rows).toEqual(['c', 'd']);
    expect(pageOf(['a', 'c', 'd', 'e'], { limit: 2, cursor }, idOf).rows).toEqual(['c', 'd']);
  });

  it('is refused for a text that is not a cursor', () => {
    const refused = {
      code: 'invalid_input',
      details: errorBody('invalid_input', [{ path: 'cursor', message: expect.any(String) }]).details,
    };
    for (const cursor of ['x', '%', Buffer.from('[-1,"a"]').toString('base64url'), Buffer.from('[1]').toString('base64url')]) {
      expect(() => pageOf(list, { cursor }, idOf)).toThrow(expect.objectContaining(refused));
    }
  });
});
