import { alertSnoozes, alerts, certificates, deliveries, type Executor, services } from '@notafter/db';
import { type AlertId, collectorRules, countdownRules } from '@notafter/domain';
import { and, asc, eq, getTableColumns, gt, inArray, lte, or, sql } from 'drizzle-orm';
import { isIncidentChannel, isRefreshedChannel } from '../../ledger/incidents.ts';
import { type ClaimedQueue, isWaitingAt } from './delivery-queues.ts';

/** How the receiver knows the alert; null if it was not notified. */
const incidentKey = sql`case when ${deliveries.kind} = 'alert' then ${deliveries.incidentKey} else (
  select sent.incident_key from deliveries as sent
  where sent.alert_id = ${deliveries.alertId} and sent.channel = ${deliveries.channel} and sent.kind = 'alert') end`;

const waitingColumns = {
  id: deliveries.id,
  kind: deliveries.kind,
  state: deliveries.state,
  dueAt: deliveries.dueAt,
  messageId: deliveries.messageId,
  attempts: deliveries.attempts,
  alert: getTableColumns(alerts),
  /** The page of what the alert is about, if that is not a certificate. */
  page: sql<string | null>`case
    when ${alerts.rule} = 'service_unwell' then (
      select 'services/' || service.resource_id from ${certificates} as monitor join ${services} as service on service.id = monitor.service_id
      where monitor.id = ${alerts.certificateId})
    when ${inArray(alerts.rule, [...collectorRules])} then 'collectors/' || ${alerts.certificateId}
    when ${alerts.rule} in ('unknown_issuance', 'issuance_not_served') then 'transparency/' || ${alerts.certificateId} end`,
  snoozedUntil: alertSnoozes.until,
  /** Acknowledgments are sent only to receivers that got the alert. */
  alertDueAt: sql`case when ${deliveries.kind} = 'acknowledged' then (
    select first.due_at from deliveries as first
    where first.alert_id = ${deliveries.alertId} and first.channel = ${deliveries.channel} and first.kind = 'alert'
      and first.state in ('pending', 'sending'))
  end`.mapWith(deliveries.dueAt),
  incidentKey: sql<string>`coalesce(${incidentKey}, ${alerts.id}::text)`,
  /**
   * The incident continues: a later alert of the same rule, if the receiver has no incident per alert, or treats both as one, as where
   * rule and threshold are its labels.
   */
  goesOn: sql<boolean>`${deliveries.kind} = 'resolved' and exists (
    select from alerts as later
    where later.certificate_id = ${alerts.certificateId} and later.resolved_at is null
      and replace(later.rule, 'expired', 'expiry') = replace(${alerts.rule}, 'expired', 'expiry')
      and (not ${isIncidentChannel(deliveries.channel)}
        or ${isRefreshedChannel(deliveries.channel)} and later.rule = ${alerts.rule} and later.threshold = ${alerts.threshold}
        or exists (
        select from deliveries as other
        where other.alert_id = later.id and other.channel = ${deliveries.channel} and other.kind = 'alert'
          and other.incident_key = ${incidentKey})))`,
};

const select = (db: Executor) =>
  db
    .select(waitingColumns)
    .from(deliveries)
    .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
    .leftJoin(alertSnoozes, eq(alertSnoozes.certificateId, alerts.certificateId));

/** Due deliveries of a queue, oldest first, including those whose worker never recorded an outcome. */
export const listDueDeliveries = (db: Executor, queue: ClaimedQueue, now: Date, limit: number) =>
  select(db)
    .where(and(isWaitingAt(queue), or(lte(deliveries.dueAt, now), eq(deliveries.state, 'sending'))))
    .orderBy(asc(deliveries.dueAt), asc(deliveries.id))
    .limit(limit);

/** Waiting deliveries of one message. */
export const listMessageParts = (db: Executor, queue: ClaimedQueue, messageId: string) =>
  select(db)
    .where(and(isWaitingAt(queue), eq(deliveries.messageId, messageId)))
    .orderBy(asc(deliveries.id));

/**
 * Open alerts, and those that they superseded: a superseded alert stays open at its receiver until the tighter one was delivered, which
 * may be held back. Begins with the few that are open, because most alerts of an organization ended long ago.
 */
const openOrReplaced = ({ orgId }: ClaimedQueue) => sql`
  select open.id from alerts as open where open.org_id = ${orgId} and open.resolved_at is null
  union
  select looser.id from alerts as open
  join alerts as looser on looser.certificate_id = open.certificate_id and looser.occasion = open.occasion and looser.resolution = 'superseded'
  where open.org_id = ${orgId} and open.resolved_at is null and open.rule in ${[...countdownRules]}`;

/** Its end was sent, or is on its way. */
const hasEnd = sql`exists (
  select from deliveries as ending
  where ending.alert_id = ${alerts.id} and ending.channel = ${deliveries.channel} and ending.kind = 'resolved')`;

/** Deliveries of alerts that are open at the receiver, by alert ID, after one. */
export const listOpenAtReceiver = (db: Executor, queue: ClaimedQueue, after: AlertId | null, limit: number) =>
  select(db)
    .where(
      and(
        eq(deliveries.orgId, queue.orgId),
        eq(deliveries.channel, queue.channel),
        eq(deliveries.kind, 'alert'),
        eq(deliveries.state, 'sent'),
        sql`${alerts.id} in (${openOrReplaced(queue)})`,
        sql`not ${hasEnd}`,
        after === null ? undefined : gt(alerts.id, after),
      ),
    )
    .orderBy(asc(alerts.id))
    .limit(limit);

export type WaitingDelivery = Awaited<ReturnType<typeof listDueDeliveries>>[number];
export type AlertToSend = WaitingDelivery['alert'];
