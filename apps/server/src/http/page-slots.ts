import { DomainError } from '@notafter/domain';

const WAIT_MAX_MS = 5000;

/**
 * Returns a function that runs work at most `slots` at a time and queues the rest in order. Work that waits longer than 5 s is
 * not run: the function throws `unavailable` (503) instead. Work whose `signal` is aborted while it waits is not run either.
 */
export const pageSlots = (slots: number, waitMaxMs = WAIT_MAX_MS) => {
  const waiting = new Set<() => void>();
  let free = slots;
  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  const take = (signal: AbortSignal): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(enter);
        clearTimeout(timer);
        signal.removeEventListener('abort', refuse);
      };
      const enter = (): void => {
        leave();
        resolve();
      };
      const refuse = (): void => {
        leave();
        reject(new DomainError('unavailable'));
      };
      const timer = setTimeout(refuse, waitMaxMs);
      signal.addEventListener('abort', refuse);
      waiting.add(enter);
    });
  };
  return async <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    await take(signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
};
