import { deliveries, deliveryAttempts, newId } from '@notafter/db';
import { addMs, HOUR_MS, keepsIncidents } from '@notafter/domain';
import { and, eq, max, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { composeWork, mayGroup, type Work } from './compose-work.ts';
import { logText } from './make-message.ts';
import { findOutletFacts, type OutletFacts } from './outlet-facts.ts';
import { type ClaimedOutlet, holdOutlet, isWaitingAt, OUTLET_LEASE_MS, releaseOutlet, renewLease } from './outlets.ts';
import { openRoute, type Route } from './route.ts';
import { settleDue } from './sort-due.ts';
import { markBroken, type StartedAttempt, storeOutcome } from './store-outcome.ts';
import { listDueDeliveries, listMessageParts, type WaitingDelivery } from './waiting-deliveries.ts';

/** Alerts in one digest at most. */
const DIGEST_SIZE = 50;
/** How often a disabled organisation is looked at again. */
const DISABLED_REST_MS = HOUR_MS;

export type Begun =
  | { readonly kind: 'send'; readonly started: StartedAttempt; readonly work: Work }
  /** Something was put in order; there may be more. */
  | { readonly kind: 'again' }
  | { readonly kind: 'released' }
  /** The lease ran out, and somebody else has the outlet now. */
  | { readonly kind: 'lost' };

type Tx = TransactionContext<SystemContext>;
const again: Begun = { kind: 'again' };
const released: Begun = { kind: 'released' };

const lastAttempt = async (tx: Tx, messageId: string): Promise<number> => {
  const [row] = await tx.db
    .select({ last: max(deliveryAttempts.attempt) })
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.messageId, messageId));
  return row?.last ?? 0;
};

/** A worker died between sending and knowing: whether it arrived cannot be known, so it is tried again under the same key. */
const mendLost = async (tx: Tx, outlet: ClaimedOutlet, facts: OutletFacts, messageId: string): Promise<void> => {
  const parts = await listMessageParts(tx.db, outlet, messageId);
  const started: StartedAttempt = {
    outlet,
    messageId,
    attempt: await lastAttempt(tx, messageId),
    deliveryIds: parts.map(({ id }) => id),
    tries: parts[0]?.attempts ?? 1,
    channelUpdatedAt: facts.channel?.updatedAt ?? null,
  };
  const answer = 'The server that sent it stopped before it had the answer.';
  await storeOutcome(tx, started, { kind: 'retry', status: null, answer, retryAfterSeconds: null, outcomeUnknown: true });
};

const close = async (tx: Tx, outlet: ClaimedOutlet, { state, why }: Extract<Route, { kind: 'closed' }>): Promise<void> => {
  await tx.db.update(deliveries).set({ state, problem: why, heldFor: null }).where(isWaitingAt(outlet));
};

/** The parts of the next message: all of one that went out before, or what may travel together now. */
const gather = async (
  tx: Tx,
  outlet: ClaimedOutlet,
  [lead, ...others]: readonly [WaitingDelivery, ...WaitingDelivery[]],
  grouped: boolean,
): Promise<[WaitingDelivery, ...WaitingDelivery[]]> => {
  if (lead.messageId !== null) {
    const parts = await listMessageParts(tx.db, outlet, lead.messageId);
    return [lead, ...parts.filter(({ id, alert }) => id !== lead.id && alert.resolvedAt === null)];
  }
  return grouped ? [lead, ...others.filter(({ kind, messageId }) => kind === lead.kind && messageId === null)] : [lead];
};

/** Writes an attempt before it goes out: should this process die from here on, the next one finds it. */
const start = async (
  tx: Tx,
  outlet: ClaimedOutlet,
  facts: OutletFacts,
  route: Extract<Route, { kind: 'channel' | 'status_page' }>,
  ready: readonly [WaitingDelivery, ...WaitingDelivery[]],
): Promise<Begun> => {
  const now = tx.clock.now();
  const parts = await gather(tx, outlet, ready, mayGroup(route, ready[0], facts));
  const [lead] = parts;
  const messageId = lead.messageId ?? newId<'message'>();
  const composed = composeWork(tx, route, messageId, parts, {
    organization: facts.name,
    template: facts.smart?.customTemplate ?? null,
    now,
  });
  const attempt = lead.messageId === null ? 1 : (await lastAttempt(tx, messageId)) + 1;
  const tries = lead.attempts + 1;
  await tx.db.insert(deliveryAttempts).values({ messageId, attempt, orgId: outlet.orgId, startedAt: now });
  for (const [index, { id }] of parts.entries()) {
    const part = composed.parts[index];
    await tx.db
      .update(deliveries)
      .set({
        state: 'sending',
        messageId,
        ...(lead.kind === 'alert' && keepsIncidents(outlet.channel) ? { incidentKey: lead.incidentKey } : {}),
        attempts: tries,
        heldFor: null,
        text: part === undefined ? null : logText(part),
        firstAttemptAt: sql`coalesce(${deliveries.firstAttemptAt}, ${sql.param(now, deliveries.firstAttemptAt)})`,
      })
      .where(and(eq(deliveries.id, id), eq(deliveries.state, 'pending')));
  }
  await renewLease(tx.db, outlet, now);
  const started: StartedAttempt = {
    outlet,
    messageId,
    attempt,
    deliveryIds: parts.map(({ id }) => id),
    tries,
    channelUpdatedAt: facts.channel?.updatedAt ?? null,
  };
  return { kind: 'send', started, work: composed.work };
};

const begin = async (tx: Tx, outlet: ClaimedOutlet): Promise<Begun> => {
  if (!(await holdOutlet(tx.db, outlet))) return { kind: 'lost' };
  const now = tx.clock.now();
  const release = async (until: Date): Promise<Begun> => {
    await releaseOutlet(tx.db, outlet, until);
    return released;
  };
  const facts = await findOutletFacts(tx, outlet.orgId, outlet.channel, now);
  if (facts === null || facts.disabled) return release(addMs(now, DISABLED_REST_MS));
  const due = await listDueDeliveries(tx.db, outlet, now, DIGEST_SIZE);
  if (due.length === 0) return release(now);

  const interrupted = due.find(({ state }) => state === 'sending');
  if (interrupted !== undefined) {
    await mendLost(tx, outlet, facts, interrupted.messageId ?? '');
    return again;
  }
  const route = openRoute(tx, outlet.channel, facts, now);
  if (route.kind === 'closed') {
    await close(tx, outlet, route);
    return again;
  }
  if (route.kind === 'unreadable') {
    const reason = 'The stored settings cannot be read. Save the channel again.';
    return (await markBroken(tx, outlet, facts.channel?.updatedAt ?? null, reason)) ? again : release(addMs(now, OUTLET_LEASE_MS));
  }
  const [first, ...rest] = await settleDue(tx, outlet, due, {
    quietHours: facts.smart?.quietHours ?? null,
    maintenanceUntil: facts.maintenanceUntil,
  });
  return first === undefined ? again : start(tx, outlet, facts, route, [first, ...rest]);
};

/** Takes the next message of an outlet that this worker holds, written down before it goes out; or gives the outlet back. */
export const beginMessage = (ctx: SystemContext, outlet: ClaimedOutlet): Promise<Begun> =>
  withTransaction(ctx, 'notifications/deliver-slice', (tx) => begin(tx, outlet));
