import { deliveries } from '@notafter/db';
import { addMs, type DeliveryId, type Suppression, type SuppressionFacts, suppressionAt } from '@notafter/domain';
import { and, eq, inArray } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';
import type { ClaimedQueue } from './delivery-queues.ts';
import type { WaitingDelivery } from './waiting-deliveries.ts';

interface Sorted {
  /** The alert ended, or was acknowledged, before it was sent. */
  readonly over: DeliveryId[];
  readonly held: { readonly id: DeliveryId; readonly hold: Suppression }[];
  /** Waits for an earlier delivery. */
  readonly behind: { readonly id: DeliveryId; readonly until: Date }[];
  readonly ready: WaitingDelivery[];
}

/** Decision about a due delivery: whether to send it, and whether now, is evaluated again when it is due. */
const sortDue = (
  queue: ClaimedQueue,
  due: readonly WaitingDelivery[],
  holds: Omit<SuppressionFacts, 'snoozedUntil'>,
  now: Date,
): Sorted => {
  const sorted: Sorted = { over: [], held: [], behind: [], ready: [] };
  for (const delivery of due) {
    const { id, kind, alert, alertDueAt, goesOn, snoozedUntil } = delivery;
    const news = kind === 'alert' || kind === 'escalation';
    const hold = news ? suppressionAt({ ...holds, snoozedUntil }, now) : null;
    const late = (news && alert.resolvedAt !== null) || (kind === 'escalation' && alert.acknowledgedAt !== null);
    // On a status page each alert is a separate incident.
    if (late || (goesOn && queue.channel !== 'status_page')) sorted.over.push(id);
    else if (hold !== null) sorted.held.push({ id, hold });
    else if (alertDueAt !== null) sorted.behind.push({ id, until: addMs(alertDueAt, 1) });
    else sorted.ready.push(delivery);
  }
  return sorted;
};

/** Cancels deliveries of ended alerts, delays those that must wait, and returns those to send now. */
export const settleDue = async (
  { db, clock }: TransactionContext<SystemContext>,
  queue: ClaimedQueue,
  due: readonly WaitingDelivery[],
  holds: Omit<SuppressionFacts, 'snoozedUntil'>,
): Promise<WaitingDelivery[]> => {
  const { over, held, behind, ready } = sortDue(queue, due, holds, clock.now());
  if (over.length > 0) {
    await db
      .update(deliveries)
      .set({ state: 'cancelled', heldFor: null })
      .where(and(inArray(deliveries.id, over), eq(deliveries.state, 'pending')));
  }
  for (const { id, hold } of held)
    await db.update(deliveries).set({ dueAt: hold.until, heldFor: hold.heldFor }).where(eq(deliveries.id, id));
  for (const { id, until } of behind) await db.update(deliveries).set({ dueAt: until }).where(eq(deliveries.id, id));
  return ready;
};
