import { describe, expect, it } from 'vitest';
import { Lanes } from './lanes.ts';

const item = (key: string, first = false) => ({ key, first });
const lanes = (limits: Partial<ConstructorParameters<typeof Lanes>[0]> = {}) =>
  new Lanes<{ key: string; first: boolean }>({ firstSlots: 1, fastSlots: 2, slowSlots: 3, slowAfterMs: 1_000, maxKnownSlow: 3, ...limits });
const begin = (all: Lanes<{ key: string; first: boolean }>, now: number): string[] => {
  const begun: string[] = [];
  for (let next = all.next(now); next !== undefined; next = all.next(now)) begun.push(next.key);
  return begun;
};

describe('targets that answer', () => {
  it('start in order, limited by the slots', () => {
    const all = lanes();
    const items = ['a', 'b', 'c', 'd'].map((key) => item(key));
    for (const each of items) all.add(each);
    expect(begin(all, 0)).toEqual(['a', 'b']);
    for (const each of items.slice(0, 2)) all.end(each, false, 0);
    expect(begin(all, 1)).toEqual(['c', 'd']);
  });

  it('do not wait for a target that turns out to be slow', () => {
    const all = lanes();
    for (const key of ['tar', 'pit', 'a', 'b']) all.add(item(key));
    expect(begin(all, 0)).toEqual(['tar', 'pit']);
    expect(all.nextMoveAt()).toBe(1_000);
    expect(begin(all, 999)).toEqual([]);
    expect(begin(all, 1_000)).toEqual(['a', 'b']);
  });

  it('keep their slots while everything is slow, as on a busy machine', () => {
    const all = lanes({ fastSlots: 1 });
    for (let n = 0; n < 100; n += 1) {
      const each = item(`long ${n}`);
      all.add(each);
      begin(all, n * 900);
      all.end(each, false, (n + 1) * 900);
    }
    for (const key of ['a', 'b']) all.add(item(key));
    begin(all, 100_000);
    expect(begin(all, 102_000)).toEqual([]);
    expect(begin(all, 103_000)).toEqual(['b']);
  });

  it('wait again when the slow lane is full', () => {
    const all = lanes({ slowSlots: 1 });
    for (const key of ['tar', 'pit', 'a', 'b']) all.add(item(key));
    begin(all, 0);
    expect(begin(all, 5_000)).toEqual(['a']);
    expect(all.nextMoveAt()).toBeUndefined();
  });
});

describe('probes that a person waits for', () => {
  it('start at once, however many others run or wait, slow ones too', () => {
    const all = lanes({ fastSlots: 1_000, slowSlots: 4_000 });
    for (let n = 0; n < 5_000; n += 1) all.add(item(`scheduled ${n}`));
    expect(begin(all, 0)).toHaveLength(1_000);
    all.add(item('asked for', true));
    expect(begin(all, 1)).toEqual(['asked for']);
  });

  it('start next when their own slots are taken', () => {
    const all = lanes();
    const scheduled = ['a', 'b', 'c', 'd'].map((key) => item(key));
    for (const each of scheduled) all.add(each);
    begin(all, 0);
    for (const key of ['tarpit', 'asked for']) all.add(item(key, true));
    expect(begin(all, 1)).toEqual(['tarpit']);
    expect(all.nextMoveAt()).toBe(1_000);
    for (const each of scheduled.slice(0, 1)) all.end(each, false, 0);
    expect(begin(all, 2)).toEqual(['asked for']);
    expect(begin(all, 1_000)).toEqual(['c']);
    expect(all.drain()).toEqual([item('d')]);
  });
});

describe('a target that was slow', () => {
  it('waits for a slow slot the next time, until it answers', () => {
    const all = lanes({ slowSlots: 1 });
    const slow = item('slow');
    all.add(slow);
    begin(all, 0);
    all.end(slow, true, 0);
    const again = [item('slow'), item('slow')];
    for (const each of [...again, item('a'), item('b')]) all.add(each);
    expect(begin(all, 1)).toEqual(['a', 'b', 'slow']);
    const [first] = again;
    if (first !== undefined) all.end(first, false, 0);
    all.add(item('slow'));
    expect(begin(all, 2)).toEqual(['slow']);
    expect(all.drain()).toEqual([item('slow')]);
  });

  it('is forgotten when too many others were slow', () => {
    const all = lanes({ fastSlots: 10, slowSlots: 0 });
    for (const key of ['1', '2', '3', '4']) {
      const each = item(key);
      all.add(each);
      begin(all, 0);
      all.end(each, true, 0);
    }
    all.add(item('1'));
    all.add(item('4'));
    expect(begin(all, 0)).toEqual(['1']);
  });
});

it('keeps the order of ten thousand', () => {
  const all = lanes({ fastSlots: 1 });
  const items = Array.from({ length: 10_000 }, (_, n) => item(String(n)));
  for (const each of items) all.add(each);
  for (const each of items) {
    expect(all.next(0)).toBe(each);
    all.end(each, false, 0);
  }
});
