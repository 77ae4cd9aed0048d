import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runInOrder } from './in-order.ts';
import { createLineFeed } from './line-feed.ts';

const linesOf = async (stream: Readable): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of createLineFeed(stream)) lines.push(line);
  return lines;
};

describe('lines', () => {
  it('are stripped of comments, whitespace and line endings', async () => {
    expect(await linesOf(Readable.from(['a.test\r\n  b.te', 'st # why\n\n#c\nd.test']))).toEqual(['a.test', 'b.test', 'd.test']);
  });

  it('are read as they arrive, and counted at the end', async () => {
    const stream = new PassThrough();
    const feed = createLineFeed(stream);
    const lines = feed[Symbol.asyncIterator]();
    stream.write('a\nb\n');
    expect(await lines.next()).toEqual({ done: false, value: 'a' });
    expect(feed.total).toBeNull();
    stream.end('c');
    expect(await lines.next()).toEqual({ done: false, value: 'b' });
    expect(await lines.next()).toEqual({ done: false, value: 'c' });
    expect(await lines.next()).toEqual({ done: true, value: undefined });
    expect(feed.total).toBe(3);
  });

  it('stop being read ahead if no one consumes them', async () => {
    let given = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          given += 1;
          yield 'a.test\n'.repeat(1_000);
        }
      })(),
    );
    const lines = createLineFeed(endless)[Symbol.asyncIterator]();
    await lines.next();
    await expect.poll(() => endless.isPaused()).toBe(true);
    expect(given).toBeLessThan(200);
    for (let taken = 0; taken < 150_000; taken += 1) await lines.next();
    expect(given).toBeGreaterThan(100);
    endless.destroy();
  });

  it('arrive complete and in order for a hundred thousand', async () => {
    const list = Array.from({ length: 100_000 }, (_, index) => `host-${index}.test`);
    expect(await linesOf(Readable.from([list.join('\n')]))).toEqual(list);
  });
});

describe('concurrent items', () => {
  const countTo = async function* (end: number): AsyncGenerator<number> {
    for (let item = 0; item < end; item += 1) yield item;
  };

  it('are emitted in order within the concurrency limit', async () => {
    let running = 0;
    let most = 0;
    const seen: number[] = [];
    await runInOrder({
      items: countTo(500),
      limit: 20,
      maxAhead: 50,
      signal: new AbortController().signal,
      async work(item) {
        running += 1;
        most = Math.max(most, running);
        for (let turn = 0; turn < (item * 7) % 11; turn += 1) await new Promise(setImmediate);
        running -= 1;
        return item;
      },
      async emit(result) {
        seen.push(result);
      },
    });
    expect(seen).toEqual(Array.from({ length: 500 }, (_, index) => index));
    expect(most).toBe(20);
  });

  it('hold back a limited number of results behind a slow one', async () => {
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    let started = 0;
    const seen: number[] = [];
    const all = runInOrder({
      items: countTo(100),
      limit: 4,
      maxAhead: 10,
      signal: new AbortController().signal,
      async work(item) {
        started += 1;
        if (item === 0) await slow;
        return item;
      },
      async emit(result) {
        seen.push(result);
      },
    });
    await expect.poll(() => started).toBe(10);
    release();
    await all;
    expect(seen).toHaveLength(100);
  });

  it('stop at the signal and emit finished results', async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    await runInOrder({
      items: countTo(1_000),
      limit: 5,
      maxAhead: 100,
      signal: stop.signal,
      work: (item) => (item === 1 ? new Promise<number>(() => undefined) : Promise.resolve(item)),
      async emit(result) {
        seen.push(result);
        if (result === 0) setImmediate(() => stop.abort());
      },
    });
    expect(seen[0]).toBe(0);
    expect(seen).not.toContain(1);
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });

  it('reject with the first error', async () => {
    const failing = runInOrder({
      items: countTo(10),
      limit: 3,
      maxAhead: 10,
      signal: new AbortController().signal,
      work: (item) => (item === 4 ? Promise.reject(new Error('four')) : Promise.resolve(item)),
      emit: () => Promise.resolve(),
    });
    await expect(failing).rejects.toThrow('four');
  });
});
