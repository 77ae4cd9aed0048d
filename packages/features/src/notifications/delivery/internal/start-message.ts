import { deliveries, deliveryAttempts, newId } from '@notafter/db';
import { addMs, HOUR_MS, keepsIncidents } from '@notafter/domain';
import { and, eq, max, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { composeWork, mayGroup, type Work } from './compose-work.ts';
import {
  type ClaimedQueue,
  findRefreshAt,
  isWaitingAt,
  lockClaimedQueue,
  QUEUE_LEASE_MS,
  releaseQueue,
  renewLease,
} from './delivery-queues.ts';
import { type Destination, openDestination } from './destination.ts';
import { findQueueFacts, type QueueFacts } from './queue-facts.ts';
import { logText } from './render-message.ts';
import { settleDue } from './sort-due.ts';
import { markBroken, type StartedAttempt, storeOutcome } from './store-outcome.ts';
import { listDueDeliveries, listMessageParts, type WaitingDelivery } from './waiting-deliveries.ts';

/** Alerts in one digest at most. */
const DIGEST_SIZE = 50;
/** How often a disabled organization is checked again. */
const DISABLED_REST_MS = HOUR_MS;

export type StartedMessage =
  | { readonly kind: 'send'; readonly started: StartedAttempt; readonly work: Work }
  /** Nothing else is due, and its open alerts are to be sent again. */
  | { readonly kind: 'refresh' }
  /** Some deliveries were settled; there may be more. */
  | { readonly kind: 'again' }
  | { readonly kind: 'released' }
  /** The lease expired, and another worker has the queue. */
  | { readonly kind: 'lost' };

type Tx = TransactionContext<SystemContext>;
const again: StartedMessage = { kind: 'again' };
const released: StartedMessage = { kind: 'released' };

const lastAttempt = async (tx: Tx, messageId: string): Promise<number> => {
  const [row] = await tx.db
    .select({ last: max(deliveryAttempts.attempt) })
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.messageId, messageId));
  return row?.last ?? 0;
};

/** A worker died between sending and recording: whether it was delivered is unknown, so it is sent again with the same key. */
const requeueLost = async (tx: Tx, queue: ClaimedQueue, facts: QueueFacts, messageId: string): Promise<void> => {
  const parts = await listMessageParts(tx.db, queue, messageId);
  const started: StartedAttempt = {
    queue,
    messageId,
    attempt: await lastAttempt(tx, messageId),
    deliveryIds: parts.map(({ id }) => id),
    tries: parts[0]?.attempts ?? 1,
    channelUpdatedAt: facts.channel?.updatedAt ?? null,
  };
  const answer = 'The server that sent it stopped before it had the answer.';
  await storeOutcome(tx, started, { kind: 'retry', status: null, answer, retryAfterSeconds: null, outcomeUnknown: true });
};

const close = async (tx: Tx, queue: ClaimedQueue, { state, why }: Extract<Destination, { kind: 'closed' }>): Promise<void> => {
  await tx.db.update(deliveries).set({ state, problem: why, heldFor: null }).where(isWaitingAt(queue));
};

/** Returns the parts of the next message: all of one that was sent before, or those that may be sent together now. */
const gather = async (
  tx: Tx,
  queue: ClaimedQueue,
  [lead, ...others]: readonly [WaitingDelivery, ...WaitingDelivery[]],
  grouped: boolean,
): Promise<[WaitingDelivery, ...WaitingDelivery[]]> => {
  if (lead.messageId !== null) {
    const parts = await listMessageParts(tx.db, queue, lead.messageId);
    return [lead, ...parts.filter(({ id, alert }) => id !== lead.id && alert.resolvedAt === null)];
  }
  return grouped ? [lead, ...others.filter(({ kind, messageId }) => kind === lead.kind && messageId === null)] : [lead];
};

/** Records an attempt before it is sent: if this process dies from here on, the next one finds it. */
const start = async (
  tx: Tx,
  queue: ClaimedQueue,
  facts: QueueFacts,
  destination: Extract<Destination, { kind: 'channel' | 'status_page' }>,
  ready: readonly [WaitingDelivery, ...WaitingDelivery[]],
): Promise<StartedMessage> => {
  const now = tx.clock.now();
  const parts = await gather(tx, queue, ready, mayGroup(destination, ready[0], facts));
  const [lead] = parts;
  const messageId = lead.messageId ?? newId<'message'>();
  const composed = composeWork(tx, destination, messageId, parts, {
    organization: facts.name,
    template: facts.smart?.customTemplate ?? null,
    now,
  });
  const attempt = lead.messageId === null ? 1 : (await lastAttempt(tx, messageId)) + 1;
  const tries = lead.attempts + 1;
  await tx.db.insert(deliveryAttempts).values({ messageId, attempt, orgId: queue.orgId, startedAt: now });
  for (const [index, { id }] of parts.entries()) {
    const part = composed.parts[index];
    await tx.db
      .update(deliveries)
      .set({
        state: 'sending',
        messageId,
        ...(lead.kind === 'alert' && keepsIncidents(queue.channel) ? { incidentKey: lead.incidentKey } : {}),
        attempts: tries,
        heldFor: null,
        text: part === undefined ? null : logText(part),
        firstAttemptAt: sql`coalesce(${deliveries.firstAttemptAt}, ${sql.param(now, deliveries.firstAttemptAt)})`,
      })
      .where(and(eq(deliveries.id, id), eq(deliveries.state, 'pending')));
  }
  await renewLease(tx.db, queue, now);
  const started: StartedAttempt = {
    queue,
    messageId,
    attempt,
    deliveryIds: parts.map(({ id }) => id),
    tries,
    channelUpdatedAt: facts.channel?.updatedAt ?? null,
  };
  return { kind: 'send', started, work: composed.work };
};

const begin = async (tx: Tx, queue: ClaimedQueue): Promise<StartedMessage> => {
  if (!(await lockClaimedQueue(tx.db, queue))) return { kind: 'lost' };
  const now = tx.clock.now();
  const release = async (until: Date): Promise<StartedMessage> => {
    await releaseQueue(tx.db, queue, until);
    return released;
  };
  const facts = await findQueueFacts(tx, queue.orgId, queue.channel, now);
  if (facts === null || facts.disabled) return release(addMs(now, DISABLED_REST_MS));
  const due = await listDueDeliveries(tx.db, queue, now, DIGEST_SIZE);
  if (due.length === 0) {
    const refreshAt = await findRefreshAt(tx.db, queue);
    return refreshAt !== null && refreshAt <= now ? { kind: 'refresh' } : release(now);
  }

  const interrupted = due.find(({ state }) => state === 'sending');
  if (interrupted !== undefined) {
    await requeueLost(tx, queue, facts, interrupted.messageId ?? '');
    return again;
  }
  const destination = openDestination(tx, queue.channel, facts, now);
  if (destination.kind === 'closed') {
    await close(tx, queue, destination);
    return again;
  }
  if (destination.kind === 'unreadable') {
    const reason = 'The stored settings cannot be read. Save the channel again.';
    return (await markBroken(tx, queue, facts.channel?.updatedAt ?? null, reason)) ? again : release(addMs(now, QUEUE_LEASE_MS));
  }
  const [first, ...rest] = await settleDue(tx, queue, due, {
    quietHours: facts.smart?.quietHours ?? null,
    maintenanceUntil: facts.maintenanceUntil,
  });
  return first === undefined ? again : start(tx, queue, facts, destination, [first, ...rest]);
};

/** Takes the next message of a queue that this worker holds, recorded before it is sent; or releases the queue. */
export const startMessage = (ctx: SystemContext, queue: ClaimedQueue): Promise<StartedMessage> =>
  withTransaction(ctx, (tx) => begin(tx, queue));
