import { addMs, type DeliveryOutcome, type QueueChannel, SECOND_MS, traitsOf, typeOfQueue } from '@notafter/domain';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { deliverEndpoint } from '../../events/internal/deliver-endpoint.ts';
import { type ClaimedQueue, isChannelQueue, isEndpointQueue, lockClaimedQueue, releaseQueue } from './delivery-queues.ts';
import { finishThrough } from './finish-through.ts';
import { refreshOpenAlerts } from './refresh-open-alerts.ts';
import { sendWork } from './send-work.ts';
import { startMessage } from './start-message.ts';
import { type StartedAttempt, storeOutcome } from './store-outcome.ts';

/** Statuspage takes one request a second, and an incident may need two. */
const STATUS_PAGE_PACE_MS = 2 * SECOND_MS;
/** The longest Retry-After of a receiver that we honor: a day. */
const LONGEST_PAUSE_SECONDS = 24 * 3600;

const pacingOf = ({ channel }: ClaimedQueue): number => {
  if (channel === 'status_page') return STATUS_PAGE_PACE_MS;
  const type = typeOfQueue(channel);
  return type === null ? 0 : traitsOf(type).paceMs;
};

const pauseMsAfter = (queue: ClaimedQueue, outcome: DeliveryOutcome): number => {
  const askedSeconds = outcome.kind === 'retry' ? Math.min(outcome.retryAfterSeconds ?? 0, LONGEST_PAUSE_SECONDS) : 0;
  return Math.max(pacingOf(queue), askedSeconds * SECOND_MS);
};

/** Writes the outcome; returns false if the queue is no longer this worker's. */
const finish = (ctx: SystemContext, started: StartedAttempt, outcome: DeliveryOutcome, stopping: boolean): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    const { queue } = started;
    if (!(await lockClaimedQueue(tx.db, queue))) {
      tx.log.warn({ ...queue, outcome: outcome.kind }, 'an answer came after the lease; another worker retries');
      return false;
    }
    await storeOutcome(tx, started, outcome);
    const pauseMs = pauseMsAfter(queue, outcome);
    if (pauseMs === 0 && !stopping) return true;
    await releaseQueue(tx.db, queue, addMs(tx.clock.now(), pauseMs));
    return false;
  });

/**
 * Sends the due messages of a queue, one after the other, and releases it; after each message if the receiver has a rate limit.
 * Returns how many messages were sent.
 */
export const deliverQueue = async (ctx: SystemContext, queue: ClaimedQueue<QueueChannel>, isStopping: () => boolean): Promise<number> => {
  if (isEndpointQueue(queue)) return deliverEndpoint(ctx, queue, isStopping);
  return isChannelQueue(queue) ? deliverChannel(ctx, queue, isStopping) : 0;
};

const deliverChannel = async (ctx: SystemContext, queue: ClaimedQueue, isStopping: () => boolean): Promise<number> => {
  let sent = 0;
  for (;;) {
    const begun = await startMessage(ctx, queue);
    if (begun.kind === 'again') continue;
    if (begun.kind === 'refresh') {
      if (await refreshOpenAlerts(ctx, queue)) continue;
      return sent;
    }
    if (begun.kind !== 'send') return sent;
    const outcome = await sendWork(ctx, begun.work);
    sent += 1;
    const { started } = begun;
    if (!(await finishThrough(ctx, queue, () => finish(ctx, started, outcome, isStopping())))) return sent;
  }
};
