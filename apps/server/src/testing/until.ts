import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 50;

/** Asks again until the answer is true; what throws counts as not yet. Rejects after `timeoutMs` with what was waited for. */
export const until = async (what: string, timeoutMs: number, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  while (performance.now() < deadline) {
    try {
      if (await isSo()) return;
    } catch (error) {
      cause = error;
    }
    await wait(POLL_MS);
  }
  throw new Error(`Waited ${timeoutMs / 1000} s in vain: ${what}`, { cause });
};
