import { newId } from '@notafter/db';
import {
  type AlertId,
  addMs,
  cutText,
  type DeliveryOutcome,
  MINUTE_MS,
  type OutgoingMessage,
  refreshMsOf,
  SECOND_MS,
} from '@notafter/domain';
import type { SystemContext, TransactionContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { type ClaimedQueue, lockClaimedQueue, releaseQueue, renewLease, setRefreshAt } from './delivery-queues.ts';
import { openDestination } from './destination.ts';
import { finishThrough } from './finish-through.ts';
import { findQueueFacts } from './queue-facts.ts';
import { partOf, renderMessage } from './render-message.ts';
import { sendWork } from './send-work.ts';
import { markBroken } from './store-outcome.ts';
import { listOpenAtReceiver } from './waiting-deliveries.ts';

/** Alerts in one request: below every receiver's limit of a body. */
const PAGE_SIZE = 200;
const RETRY_MS = MINUTE_MS;
/** The longest Retry-After that a refresh waits for; open alerts end after an hour without one. */
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;
const ANSWER_MAX_LENGTH = 1000;

type Tx = TransactionContext<SystemContext>;
type Page =
  | { readonly kind: 'send'; readonly outgoing: OutgoingMessage; readonly last: AlertId | null; readonly channelUpdatedAt: Date | null }
  | { readonly kind: 'done' }
  /** The queue is no longer this worker's. */
  | { readonly kind: 'lost' };

/** The next open alerts, with the words of their present state. Without any, or a channel to send to, no refresh is planned. */
const nextPage = async (tx: Tx, queue: ClaimedQueue, after: AlertId | null): Promise<Page> => {
  if (!(await lockClaimedQueue(tx.db, queue))) return { kind: 'lost' };
  const now = tx.clock.now();
  const facts = await findQueueFacts(tx, queue.orgId, queue.channel, now);
  const destination = facts === null ? null : openDestination(tx, queue.channel, facts, now);
  const rows = destination?.kind === 'channel' ? await listOpenAtReceiver(tx.db, queue, after, PAGE_SIZE) : [];
  if (facts === null || destination?.kind !== 'channel' || rows.length === 0) {
    const refreshMs = refreshMsOf(queue.channel);
    const isOn = destination?.kind === 'channel' && after !== null && refreshMs !== null;
    await setRefreshAt(tx.db, queue, isOn ? addMs(now, refreshMs) : null);
    return { kind: 'done' };
  }
  await renewLease(tx.db, queue, now);
  const words = { organization: facts.name, template: facts.smart?.customTemplate ?? null, now };
  const parts = rows.map((row) => partOf({ ...row, kind: row.alert.acknowledgedAt === null ? 'alert' : 'acknowledged' }, words));
  const { type, settings, signingSecrets } = destination;
  return {
    kind: 'send',
    outgoing: { type, settings, signingSecrets, message: renderMessage(tx, { kind: 'alert', key: newId<'message'>(), parts }, words) },
    last: rows.at(-1)?.alert.id ?? null,
    channelUpdatedAt: facts.channel?.updatedAt ?? null,
  };
};

/** Plans the next try after a failure. A receiver that refuses some alerts has taken the others. */
const storeFailure = (ctx: SystemContext, queue: ClaimedQueue, outcome: DeliveryOutcome, channelUpdatedAt: Date | null): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    if (!(await lockClaimedQueue(tx.db, queue))) return false;
    const now = tx.clock.now();
    const askedMs = outcome.kind === 'retry' ? (outcome.retryAfterSeconds ?? 0) * SECOND_MS : 0;
    const again = addMs(now, Math.min(Math.max(RETRY_MS, askedMs), LONGEST_PAUSE_MS));
    const isBroken =
      outcome.kind === 'broken' && (await markBroken(tx, queue, channelUpdatedAt, cutText(outcome.answer, ANSWER_MAX_LENGTH)));
    await setRefreshAt(tx.db, queue, isBroken ? null : again);
    await releaseQueue(tx.db, queue, askedMs > 0 ? again : now);
    return false;
  });

/**
 * Sends all open alerts of a queue again, and plans the next refresh. The caller holds the queue, so no alert ends meanwhile and is
 * raised again by this. Returns false if the queue was released, or is no longer this worker's.
 */
export const refreshOpenAlerts = async (ctx: SystemContext, queue: ClaimedQueue): Promise<boolean> => {
  let after: AlertId | null = null;
  for (;;) {
    const from: AlertId | null = after;
    const page: Page = await withTransaction(ctx, (tx) => nextPage(tx, queue, from));
    if (page.kind !== 'send') return page.kind === 'done';
    const outcome = await sendWork(ctx, { kind: 'message', outgoing: page.outgoing });
    if (outcome.kind === 'refused') {
      ctx.log.warn({ orgId: queue.orgId, channel: queue.channel, answer: outcome.answer }, 'a receiver refused some of its open alerts');
    } else if (outcome.kind !== 'delivered') {
      return finishThrough(ctx, queue, () => storeFailure(ctx, queue, outcome, page.channelUpdatedAt));
    }
    after = page.last;
  }
};
