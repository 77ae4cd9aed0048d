import { deliveryAttempts, events, newId, organizations, webhookDeliveries, webhookEndpoints } from '@notafter/db';
import {
  addMs,
  type DeliveryOutcome,
  ENDPOINT_FAILS_FOR_MS,
  type EventId,
  endpointIdOf,
  endpointPauseMs,
  HOUR_MS,
  planIncludes,
  retryAt,
  SECOND_MS,
} from '@notafter/domain';
import { and, asc, eq, inArray, lte, max, or } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { openEndpoint, secretsInForce } from '../../channels/internal/sealed-settings.ts';
import type { Work } from '../../delivery/internal/compose-work.ts';
import { type EndpointQueue, lockClaimedQueue, releaseQueue, removeQueue, renewLease } from '../../delivery/internal/delivery-queues.ts';
import { finishThrough } from '../../delivery/internal/finish-through.ts';
import { notifyAdmins } from '../../delivery/internal/notify-admins.ts';
import { sendWork } from '../../delivery/internal/send-work.ts';

/** How often a disabled organization is checked again. */
const DISABLED_REST_MS = HOUR_MS;
/** The longest Retry-After of a receiver that we honor: a day. */
const LONGEST_PAUSE_SECONDS = 24 * 3600;

type Tx = TransactionContext<SystemContext>;

/** One attempt to post one event, as recorded before it was sent. */
interface StartedPost {
  readonly queue: EndpointQueue;
  readonly eventId: EventId;
  readonly messageId: string;
  readonly attempt: number;
  /** Tries since it was recorded or sent again, this one included. */
  readonly tries: number;
  readonly startedAt: Date;
  /** The settings version it was sent with. */
  readonly updatedAt: Date;
}

type StartedMessage =
  | { readonly kind: 'send'; readonly started: StartedPost; readonly work: Work }
  | { readonly kind: 'again' }
  | { readonly kind: 'released' };

const waitingAt = ({ channel }: EndpointQueue) =>
  and(eq(webhookDeliveries.endpointId, endpointIdOf(channel)), inArray(webhookDeliveries.state, ['pending', 'sending']));

const isDelivery = ({ queue, eventId }: Pick<StartedPost, 'queue' | 'eventId'>) =>
  and(eq(webhookDeliveries.endpointId, endpointIdOf(queue.channel)), eq(webhookDeliveries.eventId, eventId));

/** The endpoint before its deliveries, in the order of removing it. */
const holdEndpoint = async (tx: Tx, { orgId, channel }: EndpointQueue) => {
  const [endpoint] = await tx.db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, endpointIdOf(channel)), eq(webhookEndpoints.orgId, orgId)))
    .for('no key update');
  if (endpoint === undefined) return null;
  const [org] = await tx.db
    .select({ plan: organizations.plan, disabled: organizations.disabled })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  const inPlan = org !== undefined && planIncludes('webhooks', org, tx.config.defaultPlan);
  return { ...endpoint, inPlan, orgDisabled: org?.disabled ?? true };
};
type HeldEndpoint = NonNullable<Awaited<ReturnType<typeof holdEndpoint>>>;

const closedState = ({ enabled, inPlan, brokenAt, brokenReason }: HeldEndpoint) => {
  if (!enabled) return { state: 'cancelled', problem: 'The endpoint was disabled.' } as const;
  if (!inPlan) return { state: 'cancelled', problem: 'The plan does not include webhooks.' } as const;
  return brokenAt === null ? null : ({ state: 'dead', problem: brokenReason ?? 'The endpoint is paused.' } as const);
};

const findDue = async (tx: Tx, queue: EndpointQueue, now: Date) => {
  const [due] = await tx.db
    .select({ delivery: webhookDeliveries, event: events })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(and(waitingAt(queue), or(lte(webhookDeliveries.dueAt, now), eq(webhookDeliveries.state, 'sending'))))
    .orderBy(asc(webhookDeliveries.dueAt), asc(webhookDeliveries.eventId))
    .limit(1);
  return due ?? null;
};

const lastAttempt = async (tx: Tx, messageId: string): Promise<number> => {
  const [row] = await tx.db
    .select({ last: max(deliveryAttempts.attempt) })
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.messageId, messageId));
  return row?.last ?? 0;
};

const openSettings = (tx: Tx, endpoint: HeldEndpoint, now: Date) => {
  try {
    const { url, signingSecrets } = openEndpoint(tx.auth, endpoint.id, endpoint.sealedSettings);
    return { url, signingSecrets: secretsInForce(signingSecrets, now) };
  } catch (err) {
    tx.log.error({ err, endpointId: endpoint.id }, 'the stored settings of a webhook endpoint cannot be decrypted');
    return null;
  }
};

const begin = async (tx: Tx, queue: EndpointQueue): Promise<StartedMessage> => {
  if (!(await lockClaimedQueue(tx.db, queue))) return { kind: 'released' };
  const now = tx.clock.now();
  const endpoint = await holdEndpoint(tx, queue);
  if (endpoint === null) {
    await removeQueue(tx.db, queue);
    return { kind: 'released' };
  }
  const release = async (until: Date): Promise<StartedMessage> => {
    await releaseQueue(tx.db, queue, until);
    return { kind: 'released' };
  };
  if (endpoint.orgDisabled) return release(addMs(now, DISABLED_REST_MS));
  const closed = closedState(endpoint);
  if (closed !== null) {
    await tx.db.update(webhookDeliveries).set(closed).where(waitingAt(queue));
    return release(now);
  }
  const due = await findDue(tx, queue, now);
  if (due === null) return release(now);
  const { delivery, event } = due;
  const messageId = delivery.messageId ?? newId<'message'>();
  const attempt = (await lastAttempt(tx, messageId)) + 1;
  const started = { queue, eventId: event.id, messageId, startedAt: now, updatedAt: endpoint.updatedAt };
  if (delivery.state === 'sending') {
    const answer = 'The server that sent it stopped before it had the answer.';
    const lost: DeliveryOutcome = { kind: 'retry', status: null, answer, retryAfterSeconds: null, outcomeUnknown: true };
    await storePost(tx, { ...started, attempt: attempt - 1, tries: delivery.attempts }, endpoint, lost);
    return { kind: 'again' };
  }
  const settings = openSettings(tx, endpoint, now);
  if (settings === null) {
    await pauseEndpoint(tx, queue, 'The stored settings cannot be read. Save the endpoint again.');
    return { kind: 'again' };
  }
  const tries = delivery.attempts + 1;
  await tx.db.insert(deliveryAttempts).values({ messageId, attempt, orgId: queue.orgId, startedAt: now });
  await tx.db.update(webhookDeliveries).set({ state: 'sending', messageId, attempts: tries }).where(isDelivery(started));
  await renewLease(tx.db, queue, now);
  const outgoing = { ...settings, id: event.id, type: event.type, at: event.occurredAt, data: event.data };
  return { kind: 'send', started: { ...started, attempt, tries }, work: { kind: 'event', event: outgoing } };
};

/** Pauses delivery to the endpoint until a person fixes it. */
const pauseEndpoint = async (tx: Tx, queue: EndpointQueue, reason: string): Promise<void> => {
  await tx.db
    .update(webhookEndpoints)
    .set({ brokenAt: tx.clock.now(), brokenReason: reason })
    .where(eq(webhookEndpoints.id, endpointIdOf(queue.channel)));
  await tx.db.update(webhookDeliveries).set({ state: 'dead', problem: reason }).where(waitingAt(queue));
  await notifyAdmins(tx, queue);
};

/** Why this failure pauses the endpoint; null if it does not. */
const reasonToPause = (outcome: DeliveryOutcome, failingSince: Date, now: Date): string | null => {
  if (outcome.kind === 'broken') return outcome.answer;
  if (now.getTime() - failingSince.getTime() < ENDPOINT_FAILS_FOR_MS) return null;
  return `It took nothing for three days. Last: ${outcome.answer}`;
};

/** Writes the outcome of an attempt; returns how long to wait before the next one. */
const storePost = async (tx: Tx, started: StartedPost, endpoint: HeldEndpoint, outcome: DeliveryOutcome): Promise<number> => {
  const now = tx.clock.now();
  const { messageId, attempt, tries, startedAt, updatedAt, queue } = started;
  const { status, answer } = outcome;
  const unknown = outcome.kind === 'retry' && outcome.outcomeUnknown;
  await tx.db
    .update(deliveryAttempts)
    .set({ finishedAt: now, outcome: unknown ? 'unknown' : outcome.kind, status, answer })
    .where(and(eq(deliveryAttempts.messageId, messageId), eq(deliveryAttempts.attempt, attempt)));
  const seen = { status, durationMs: now.getTime() - startedAt.getTime() };
  const write = (change: Partial<typeof webhookDeliveries.$inferInsert>) =>
    tx.db
      .update(webhookDeliveries)
      .set({ ...seen, ...change })
      .where(and(isDelivery(started), eq(webhookDeliveries.state, 'sending')));
  const writeEndpoint = (change: Partial<typeof webhookEndpoints.$inferInsert>) =>
    tx.db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, endpoint.id));
  if (outcome.kind === 'delivered') {
    await write({ state: 'sent', sentAt: now, problem: null });
    if (endpoint.failures > 0) await writeEndpoint({ failures: 0, failingSince: null });
    return 0;
  }
  const retryAfterSeconds = outcome.kind === 'retry' ? outcome.retryAfterSeconds : null;
  const dueAt = outcome.kind === 'refused' ? null : retryAt(tries, now, { retryAfterSeconds, random: Math.random() });
  await write(dueAt === null ? { state: 'dead', problem: answer } : { state: 'pending', dueAt, problem: answer });
  // An answer about other settings does not apply to these.
  if (endpoint.updatedAt.getTime() !== updatedAt.getTime()) return 0;
  const [failures, failingSince] = [endpoint.failures + 1, endpoint.failingSince ?? now];
  await writeEndpoint({ failures: Math.min(failures, 32_767), failingSince });
  const reason = reasonToPause(outcome, failingSince, now);
  if (reason !== null) await pauseEndpoint(tx, queue, reason);
  return Math.max(endpointPauseMs(failures), Math.min(retryAfterSeconds ?? 0, LONGEST_PAUSE_SECONDS) * SECOND_MS);
};

/** Writes the outcome; returns false if the queue is no longer this worker's. */
const finish = (ctx: SystemContext, started: StartedPost, outcome: DeliveryOutcome, stopping: boolean): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    const { queue } = started;
    if (!(await lockClaimedQueue(tx.db, queue))) return false;
    const endpoint = await holdEndpoint(tx, queue);
    const pauseMs = endpoint === null ? 0 : await storePost(tx, started, endpoint, outcome);
    if (pauseMs === 0 && !stopping) return true;
    await releaseQueue(tx.db, queue, addMs(tx.clock.now(), pauseMs));
    return false;
  });

/** Posts an endpoint's due events, one after the other, and releases it. Returns how many were sent. */
export const deliverEndpoint = async (ctx: SystemContext, queue: EndpointQueue, isStopping: () => boolean): Promise<number> => {
  let sent = 0;
  for (;;) {
    const begun = await withTransaction(ctx, (tx) => begin(tx, queue));
    if (begun.kind === 'again') continue;
    if (begun.kind === 'released') return sent;
    const { started, work } = begun;
    const outcome = await sendWork(ctx, work);
    sent += 1;
    if (!(await finishThrough(ctx, queue, () => finish(ctx, started, outcome, isStopping())))) return sent;
  }
};
