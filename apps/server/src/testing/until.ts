import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 50;

/** Polls until the result is true; an exception counts as false. Rejects after `timeoutMs` with the name of the awaited state. */
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
  throw new Error(`Waited ${timeoutMs / 1000} s without success: ${what}`, { cause });
};
