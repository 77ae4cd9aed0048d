import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { pageSlots } from './page-slots.ts';

/** Work that ends when asked to, and the result of running it. */
const started = (inSlot: ReturnType<typeof pageSlots>, signal = new AbortController().signal) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = vi.fn(() => promise);
  const result = inSlot(signal, work).then(
    () => 'done',
    (error: unknown) => `${Object(error).code}, retry after ${Object(error).retryAfterSeconds} s`,
  );
  return { work, end: resolve, result };
};

describe('pageSlots', () => {
  it('runs as many as it has slots, and queues the rest in order', async () => {
    const inSlot = pageSlots(2);
    const [first, second, third, fourth] = [started(inSlot), started(inSlot), started(inSlot), started(inSlot)];
    await setImmediate();
    expect([first, second, third, fourth].map(({ work }) => work.mock.calls.length)).toEqual([1, 1, 0, 0]);
    second.end();
    await second.result;
    await setImmediate();
    expect([third, fourth].map(({ work }) => work.mock.calls.length)).toEqual([1, 0]);
  });

  it('refuses with 503 after the maximum wait, without running the work', async () => {
    const inSlot = pageSlots(1, 1);
    const running = started(inSlot);
    const waiting = started(inSlot);
    expect(await waiting.result).toBe('unavailable, retry after 5 s');
    expect(waiting.work).not.toHaveBeenCalled();
    running.end();
    expect(await running.result).toBe('done');
  });

  it('releases the slot of failed work, and gives none to a visitor who left', async () => {
    const inSlot = pageSlots(1);
    const visitor = new AbortController();
    const failing = inSlot(visitor.signal, () => Promise.reject(new Error('broken'))).catch(() => 'failed');
    const left = started(inSlot, visitor.signal);
    const next = started(inSlot);
    visitor.abort();
    expect(await failing).toBe('failed');
    expect(await left.result).toBe('unavailable, retry after 5 s');
    expect(left.work).not.toHaveBeenCalled();
    next.end();
    expect(await next.result).toBe('done');
  });
});
