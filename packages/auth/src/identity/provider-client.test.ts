import type { GuardedFetch } from '@notafter/net';
import { afterEach, expect, it, vi } from 'vitest';
import { createStepFetch } from './provider-client.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('gives the first call of a step the full time, however late it starts, and each later one the remaining time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const given: number[] = [];
  const guardedFetch: GuardedFetch = async (url, { totalTimeoutMs }) => {
    given.push(totalTimeoutMs);
    return { status: 200, headers: new Map<string, string>(), bytes: new Uint8Array(), url };
  };
  const step = createStepFetch(guardedFetch, 2_000);
  const ask = () => step('https://idp.example/', { method: 'GET', headers: {}, redirect: 'manual', body: undefined });

  vi.advanceTimersByTime(90);
  await ask();
  vi.advanceTimersByTime(1_500);
  await ask();
  vi.advanceTimersByTime(1_500);
  await ask();

  expect(given).toEqual([2_000, 500, 1]);
});
