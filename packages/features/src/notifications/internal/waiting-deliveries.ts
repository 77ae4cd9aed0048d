import { alertSnoozes, alerts, deliveries, type Executor } from '@notafter/db';
import { and, asc, eq, getTableColumns, lte, or, sql } from 'drizzle-orm';
import { type ClaimedOutlet, isWaitingAt } from './outlets.ts';

const waitingColumns = {
  id: deliveries.id,
  kind: deliveries.kind,
  state: deliveries.state,
  dueAt: deliveries.dueAt,
  messageId: deliveries.messageId,
  attempts: deliveries.attempts,
  alert: getTableColumns(alerts),
  snoozedUntil: alertSnoozes.until,
  /** Nobody is told that somebody looks after what they were not told of. */
  alertDueAt: sql`case when ${deliveries.kind} = 'acknowledged' then (
    select first.due_at from deliveries as first
    where first.alert_id = ${deliveries.alertId} and first.channel = ${deliveries.channel} and first.kind = 'alert'
      and first.state in ('pending', 'sending'))
  end`.mapWith(deliveries.dueAt),
  /** The incident goes on: news that an earlier alert of it is over would close it at the receiver. */
  goesOn: sql<boolean>`${deliveries.kind} = 'resolved' and exists (
    select from alerts as later
    where later.certificate_id = ${alerts.certificateId} and later.resolved_at is null
      and replace(later.rule, 'expired', 'expiry') = replace(${alerts.rule}, 'expired', 'expiry'))`,
};

const select = (db: Executor) =>
  db
    .select(waitingColumns)
    .from(deliveries)
    .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
    .leftJoin(alertSnoozes, eq(alertSnoozes.certificateId, alerts.certificateId));

/** Due at an outlet, oldest first; those too whose worker never said what became of them. */
export const listDueDeliveries = (db: Executor, outlet: ClaimedOutlet, now: Date, limit: number) =>
  select(db)
    .where(and(isWaitingAt(outlet), or(lte(deliveries.dueAt, now), eq(deliveries.state, 'sending'))))
    .orderBy(asc(deliveries.dueAt), asc(deliveries.id))
    .limit(limit);

/** What still waits of one message. */
export const listMessageParts = (db: Executor, outlet: ClaimedOutlet, messageId: string) =>
  select(db)
    .where(and(isWaitingAt(outlet), eq(deliveries.messageId, messageId)))
    .orderBy(asc(deliveries.id));

export type WaitingDelivery = Awaited<ReturnType<typeof listDueDeliveries>>[number];
export type TellableAlert = WaitingDelivery['alert'];
