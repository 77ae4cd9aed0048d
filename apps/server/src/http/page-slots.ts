import { createSemaphore, DomainError } from '@notafter/domain';
import { UNAVAILABLE_RETRY_AFTER_SECONDS } from '@notafter/features';

const WAIT_MAX_MS = 5000;

/**
 * Returns a function that runs work at most `slots` at a time and queues the rest in order. Work that waits longer than 5 s, or
 * whose `signal` aborts first, is not run: the function throws `unavailable` (503) instead.
 */
export const pageSlots = (slots: number, waitMaxMs = WAIT_MAX_MS) => {
  const semaphore = createSemaphore(slots);
  return async <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    const release = await semaphore.acquire(AbortSignal.any([signal, AbortSignal.timeout(waitMaxMs)]));
    if (release === null) throw new DomainError('unavailable', { retryAfterSeconds: UNAVAILABLE_RETRY_AFTER_SECONDS });
    try {
      return await work();
    } finally {
      release();
    }
  };
};
