import { deliveries, deliveryAttempts, notificationChannels, notificationSettings } from '@notafter/db';
import {
  addMs,
  cutText,
  type DeliveryChannel,
  type DeliveryId,
  type DeliveryOutcome,
  keepsIncidents,
  refreshMsOf,
  retryAt,
  traitsOf,
  typeOfQueue,
} from '@notafter/domain';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';
import { listReplacedIncidents } from '../../ledger/incidents.ts';
import { type ClaimedQueue, isWaitingAt, planRefresh } from './delivery-queues.ts';
import { insertDeliveries } from './insert-deliveries.ts';
import { notifyAdmins } from './notify-admins.ts';

const ANSWER_MAX_LENGTH = 1000;

/** One attempt to send one message, as recorded before it was sent. */
export interface StartedAttempt {
  readonly queue: ClaimedQueue;
  readonly messageId: string;
  readonly attempt: number;
  /** The deliveries in it. */
  readonly deliveryIds: readonly DeliveryId[];
  /** Tries since it was raised or sent again, this one included. */
  readonly tries: number;
  /** The settings version it was sent with; null if the channel has none. */
  readonly channelUpdatedAt: Date | null;
}

type Tx = TransactionContext<SystemContext>;
type Verdict = Partial<typeof deliveries.$inferInsert>;

/** Whether the receiver deduplicates; a status page is read before an incident is opened again. */
const isIdempotent = (channel: DeliveryChannel): boolean => {
  const type = typeOfQueue(channel);
  return type === null ? channel === 'status_page' : traitsOf(type).idempotent;
};

/**
 * Pauses delivery to this receiver until a person fixes it. Returns false if the settings changed since the attempt: an answer
 * about the old ones does not apply to the new ones.
 */
export const markBroken = async (tx: Tx, queue: ClaimedQueue, channelUpdatedAt: Date | null, reason: string): Promise<boolean> => {
  const { orgId, channel } = queue;
  if (typeOfQueue(channel) !== null) {
    if (channelUpdatedAt === null) return false;
    const marked = await tx.db
      .update(notificationChannels)
      .set({ brokenAt: tx.clock.now(), brokenReason: reason })
      .where(
        and(
          eq(notificationChannels.orgId, orgId),
          sql`${notificationChannels.queue} = ${channel}`,
          eq(notificationChannels.updatedAt, channelUpdatedAt),
          isNull(notificationChannels.brokenAt),
        ),
      )
      .returning({ id: notificationChannels.id });
    if (marked.length === 0) return false;
  } else if (channel === 'status_page') {
    await tx.db.update(notificationSettings).set({ statusPageEnabled: false }).where(eq(notificationSettings.orgId, orgId));
  }
  await tx.db.update(deliveries).set({ state: 'dead', problem: reason, heldFor: null }).where(isWaitingAt(queue));
  await notifyAdmins(tx, queue);
  return true;
};

const verdictOn = ({ queue, tries }: StartedAttempt, outcome: DeliveryOutcome, now: Date): Verdict => {
  const problem = cutText(outcome.answer, ANSWER_MAX_LENGTH);
  switch (outcome.kind) {
    case 'delivered':
      return { state: 'sent', sentAt: now, problem: null };
    case 'refused':
      return { state: 'dead', problem };
    case 'retry':
    case 'broken': {
      const retryAfterSeconds = outcome.kind === 'retry' ? outcome.retryAfterSeconds : null;
      const dueAt = retryAt(tries, now, { retryAfterSeconds, random: Math.random() });
      const repeated = outcome.kind === 'retry' && outcome.outcomeUnknown && !isIdempotent(queue.channel) ? { maybeRepeated: true } : {};
      return dueAt === null ? { state: 'dead', problem, ...repeated } : { state: 'pending', dueAt, problem, ...repeated };
    }
  }
};

/** Writes the outcome of an attempt. The caller holds the queue. */
export const storeOutcome = async (tx: Tx, started: StartedAttempt, outcome: DeliveryOutcome): Promise<void> => {
  const now = tx.clock.now();
  const { queue, messageId, attempt, deliveryIds, channelUpdatedAt } = started;
  const unknown = outcome.kind === 'retry' && outcome.outcomeUnknown;
  const answer = cutText(outcome.answer, ANSWER_MAX_LENGTH);
  await tx.db
    .update(deliveryAttempts)
    .set({ finishedAt: now, outcome: unknown ? 'unknown' : outcome.kind, status: outcome.status, answer })
    .where(and(eq(deliveryAttempts.messageId, messageId), eq(deliveryAttempts.attempt, attempt)));
  if (outcome.kind === 'broken' && (await markBroken(tx, queue, channelUpdatedAt, answer))) return;
  await tx.db
    .update(deliveries)
    .set(verdictOn(started, outcome, now))
    .where(and(inArray(deliveries.id, [...deliveryIds]), eq(deliveries.state, 'sending')));
  if (outcome.kind !== 'delivered' || !keepsIncidents(queue.channel)) return;
  const refreshMs = refreshMsOf(queue.channel);
  if (refreshMs !== null) await planRefresh(tx.db, queue, addMs(now, refreshMs));
  const replaced = await listReplacedIncidents(tx.db, deliveryIds);
  await insertDeliveries(
    tx.db,
    replaced.map((incident) => ({ ...incident, kind: 'resolved' as const, dueAt: now, heldFor: null })),
    now,
  );
};
