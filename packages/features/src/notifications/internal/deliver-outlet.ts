import { addMs, type DeliveryOutcome, SECOND_MS, traitsOf } from '@notafter/domain';
import type { SystemContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { beginMessage } from './begin-message.ts';
import { type ClaimedOutlet, holdOutlet, releaseOutlet } from './outlets.ts';
import { sendWork } from './send-work.ts';
import { isChannelType, type StartedAttempt, storeOutcome } from './store-outcome.ts';

/** Statuspage takes one request a second, and an incident may need two. */
const STATUS_PAGE_PACE_MS = 2 * SECOND_MS;
/** A receiver's wish to be left alone is honoured up to a day. */
const LONGEST_PAUSE_SECONDS = 24 * 3600;

/** Together below what the lease is longer than any one send. */
const FINISH_AGAIN_MS = [250, 500, 1000, 2000, 4000, 8000];

const paceOf = ({ channel }: ClaimedOutlet): number => {
  if (channel === 'status_page') return STATUS_PAGE_PACE_MS;
  return isChannelType(channel) ? traitsOf(channel).paceMs : 0;
};

const pauseMsAfter = (outlet: ClaimedOutlet, outcome: DeliveryOutcome): number => {
  const askedSeconds = outcome.kind === 'retry' ? Math.min(outcome.retryAfterSeconds ?? 0, LONGEST_PAUSE_SECONDS) : 0;
  return Math.max(paceOf(outlet), askedSeconds * SECOND_MS);
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Writes the outcome; false where the outlet is not this worker's any more, be it given back or taken over. */
const finish = (ctx: SystemContext, started: StartedAttempt, outcome: DeliveryOutcome, stopping: boolean): Promise<boolean> =>
  withTransaction(ctx, 'notifications/deliver-slice', async (tx) => {
    const { outlet } = started;
    if (!(await holdOutlet(tx.db, outlet))) {
      tx.log.warn({ ...outlet, outcome: outcome.kind }, 'an answer came after the lease, and its successor tries again');
      return false;
    }
    await storeOutcome(tx, started, outcome);
    const pauseMs = pauseMsAfter(outlet, outcome);
    if (pauseMs === 0 && !stopping) return true;
    await releaseOutlet(tx.db, outlet, addMs(tx.clock.now(), pauseMs));
    return false;
  });

/**
 * A known outcome that is not written would become an unknown one, and the message go out again. The lease outlasts a restart
 * of the database; writing twice what was committed without our hearing of it changes nothing.
 */
const finishThrough = async (...finishing: Parameters<typeof finish>): Promise<boolean> => {
  for (const delayMs of FINISH_AGAIN_MS) {
    try {
      return await finish(...finishing);
    } catch (err) {
      const [{ log }, { outlet, messageId }] = finishing;
      log.warn({ err, ...outlet, messageId }, 'an outcome could not be written, and is again soon');
      await wait(delayMs);
    }
  }
  return finish(...finishing);
};

/**
 * Sends what is due at an outlet, one message after the other, and gives it back. Where the receiver asks for a pace it is
 * given back after each message. Answers how many messages went out.
 */
export const deliverOutlet = async (ctx: SystemContext, outlet: ClaimedOutlet, isStopping: () => boolean): Promise<number> => {
  let sent = 0;
  for (;;) {
    const begun = await beginMessage(ctx, outlet);
    if (begun.kind === 'again') continue;
    if (begun.kind !== 'send') return sent;
    const outcome = await sendWork(ctx, begun.work);
    sent += 1;
    if (!(await finishThrough(ctx, begun.started, outcome, isStopping()))) return sent;
  }
};
