import type { QueueChannel } from '@notafter/domain';
import type { SystemContext } from '../../../context.ts';
import type { ClaimedQueue } from './delivery-queues.ts';

/** In total less than the time by which the lease exceeds any one send. */
const FINISH_AGAIN_MS = [250, 500, 1000, 2000, 4000, 8000];

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Writes the outcome of a send, retrying while the database is unavailable. A known outcome that is not written would become an
 * unknown one, and the message would be sent again. The lease outlasts a restart of the database; writing twice changes nothing.
 */
export const finishThrough = async (
  { log }: Pick<SystemContext, 'log'>,
  queue: ClaimedQueue<QueueChannel>,
  finish: () => Promise<boolean>,
): Promise<boolean> => {
  for (const delayMs of FINISH_AGAIN_MS) {
    try {
      return await finish();
    } catch (err) {
      log.warn({ err, ...queue }, 'an outcome could not be written; retrying soon');
      await wait(delayMs);
    }
  }
  return finish();
};
