import { expect, it, vi } from 'vitest';
import { createTimerWheel } from './timer-wheel.ts';

it('fires in time, never early, and not if canceled', async () => {
  const wheel = createTimerWheel();
  const startedAt = performance.now();
  const fired: [string, number][] = [];
  const note = (name: string) => (): void => {
    fired.push([name, performance.now() - startedAt]);
  };
  wheel.schedule(80, note('second'));
  wheel.schedule(30, note('first'));
  const canceled = wheel.schedule(40, note('never'));
  wheel.cancel(canceled);
  wheel.cancel(canceled);
  expect(wheel.size).toBe(2);
  await expect.poll(() => fired, { interval: 5 }).toHaveLength(2);
  expect(fired.map(([name]) => name)).toEqual(['first', 'second']);
  expect(fired[0]?.[1]).toBeGreaterThanOrEqual(30);
  expect(fired[1]?.[1]).toBeGreaterThanOrEqual(80);
  expect(wheel.size).toBe(0);
});

it('lets one alarm cancel another with the same time, and set a new one', async () => {
  const wheel = createTimerWheel();
  const fired: string[] = [];
  wheel.schedule(10, () => {
    fired.push('first');
    wheel.cancel(second);
    wheel.schedule(10, () => fired.push('third'));
  });
  const second = wheel.schedule(10, () => fired.push('second'));
  await expect.poll(() => fired, { interval: 5 }).toEqual(['first', 'third']);
  expect(wheel.size).toBe(0);
});

it('separates alarms that are a whole turn apart', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const wheel = createTimerWheel();
  const fired: number[] = [];
  for (const delayMs of [100, 10_340, 20_580, 60_000]) wheel.schedule(delayMs, () => fired.push(delayMs));
  vi.advanceTimersByTime(10_000);
  expect(fired).toEqual([100]);
  vi.advanceTimersByTime(11_000);
  expect(fired).toEqual([100, 10_340, 20_580]);
  vi.advanceTimersByTime(40_000);
  expect(fired).toEqual([100, 10_340, 20_580, 60_000]);
  vi.useRealTimers();
});
