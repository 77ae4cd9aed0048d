import { alerts, deliveries, deliveryQueues, notificationChannels, notificationSettings, type Transaction } from '@notafter/db';
import { type AlertId, channelTypes, followsAlerts, isPublicRule, type OrganizationId } from '@notafter/domain';
import { aliasedTable, and, asc, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm';
import { recordAlertEvents } from '../events/record-events.ts';
import { before, isBefore, isIncidentChannel, mayHaveArrived, queueType } from '../ledger/incidents.ts';
import type { EndedAlert } from '../ledger/internal/end-alerts.ts';
import type { LedgerContext } from '../ledger/internal/ledger-context.ts';
import type { RaisedAlert } from '../ledger/internal/raise-alerts.ts';
import { idArray } from '../ledger/internal/sql-values.ts';
import { loadRoutedQueues } from '../routing/internal/route-match.ts';
import { loadRoutes, loadSnoozes, queuesOf, scheduleDelivery } from '../routing/internal/routes.ts';
import { insertDeliveries, type NewDelivery } from './internal/insert-deliveries.ts';

/** Changes of one transaction to the ledger. */
export interface LedgerChange {
  readonly raised?: readonly RaisedAlert[];
  readonly ended?: readonly EndedAlert[];
}

const closing = aliasedTable(deliveries, 'closing');
const followingTypes = [...channelTypes, 'status_page' as const].filter(followsAlerts);

/** Creates one delivery of each alert for each channel that the current routes send it to. */
const outgoingOf = async (ctx: LedgerContext, raised: readonly RaisedAlert[]): Promise<NewDelivery[]> => {
  if (raised.length === 0) return [];
  const now = ctx.clock.now();
  const routes = await loadRoutes(
    ctx,
    raised.map(({ orgId }) => orgId),
  );
  const routed = raised.flatMap((alert) => {
    const route = routes.get(alert.orgId);
    return route === undefined || (route.channels.length === 0 && !route.statusPage) ? [] : { ...alert, route };
  });
  if (routed.length === 0) return [];
  const ids = routed.map(({ certificateId }) => certificateId);
  const snoozes = await loadSnoozes(ctx.db, ids, now);
  const queues = await loadRoutedQueues(ctx.db, ids);
  return routed.flatMap(({ id, orgId, certificateId, rule, route }): NewDelivery[] => {
    const snoozedUntil = snoozes.get(certificateId) ?? null;
    const channels = [
      ...queuesOf(route, queues.get(certificateId)),
      ...(route.statusPage && isPublicRule(rule) ? ['status_page' as const] : []),
    ];
    return channels.map((channel) => ({
      orgId,
      alertId: id,
      channel,
      kind: 'alert',
      ...scheduleDelivery(route, { snoozedUntil, grouped: !followsAlerts(channel) }, now),
    }));
  });
};

/** Stops workers from sending for these organizations until the commit. Locks queues before deliveries, in the order of sending. */
export const lockQueues = (db: Transaction, orgIds: readonly OrganizationId[]): Promise<unknown> =>
  db
    .select({ channel: deliveryQueues.channel })
    .from(deliveryQueues)
    .where(sql`${deliveryQueues.orgId} = any(${idArray([...new Set(orgIds)])}::uuid[])`)
    .orderBy(asc(deliveryQueues.orgId), asc(deliveryQueues.channel))
    .for('update');

const cancelWaiting = async (db: Transaction, ended: readonly EndedAlert[]): Promise<void> => {
  await db
    .update(deliveries)
    .set({ state: 'cancelled', heldFor: null })
    .where(
      and(
        sql`${deliveries.alertId} = any(${idArray(ended.map(({ id }) => id))}::uuid[])`,
        eq(deliveries.state, 'pending'),
        inArray(deliveries.kind, ['alert', 'escalation']),
      ),
    );
};

const channelIsOn = and(
  eq(notificationChannels.enabled, true),
  eq(notificationChannels.complete, true),
  isNull(notificationChannels.brokenAt),
);
const statusPageIsOn = and(eq(deliveries.channel, 'status_page'), eq(notificationSettings.statusPageEnabled, true));

/** Receivers with an incident per alert get a delivery for every open one; for all others the last alert covers those before. */
const relatedAlert = sql<AlertId>`case when ${isIncidentChannel(deliveries.channel)} then ${before.id} else ${alerts.id} end`;

const isClosing = (db: Transaction) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(closing)
      .where(and(eq(closing.alertId, before.id), eq(closing.channel, deliveries.channel), eq(closing.kind, 'resolved'))),
  );

/** Updates for open incidents, and for receivers that may have the alert. Acknowledgments are not sent to status pages. */
const newsOf = async (db: Transaction, ended: readonly EndedAlert[], now: Date): Promise<NewDelivery[]> => {
  const news = new Map(ended.map((alert) => [alert.id, alert.news]));
  const loud = ended.filter((alert) => alert.news !== null).map(({ id }) => id);
  if (loud.length === 0) return [];
  const channelOf = and(eq(notificationChannels.orgId, deliveries.orgId), sql`${notificationChannels.queue} = ${deliveries.channel}`);
  const tracked = await db
    .selectDistinctOn([relatedAlert, deliveries.channel], {
      orgId: alerts.orgId,
      endedId: alerts.id,
      alertId: relatedAlert,
      channel: deliveries.channel,
      isClosing: sql<boolean>`${isClosing(db)}`,
    })
    .from(alerts)
    .innerJoin(before, or(eq(before.id, alerts.id), isBefore))
    .innerJoin(deliveries, eq(deliveries.alertId, before.id))
    .leftJoin(notificationChannels, channelOf)
    .leftJoin(notificationSettings, eq(notificationSettings.orgId, deliveries.orgId))
    .where(
      and(
        sql`${alerts.id} = any(${idArray(loud)}::uuid[])`,
        eq(deliveries.kind, 'alert'),
        inArray(queueType(deliveries.channel), followingTypes),
        mayHaveArrived(db, deliveries),
        or(channelIsOn, statusPageIsOn),
      ),
    );
  return tracked.flatMap(({ orgId, endedId, alertId, channel, isClosing }) => {
    const kind = news.get(endedId) ?? null;
    return kind === null || (kind === 'acknowledged' && (channel === 'status_page' || isClosing))
      ? []
      : { orgId, alertId, channel, kind, dueAt: now, heldFor: null };
  });
};

/** Creates deliveries of alerts that are in the ledger for some time and that no one received. */
export const notifyAgain = (ctx: LedgerContext, raised: readonly RaisedAlert[]): Promise<void> => send(ctx, { raised });

/**
 * The last step of every change to the ledger, once per transaction: creates deliveries for new alerts, cancels unsent ones of
 * ended alerts, updates the channels that track alerts, and records raised alerts as events.
 */
export const notify = async (ctx: LedgerContext, change: LedgerChange): Promise<void> => {
  if ((change.raised ?? []).length === 0 && (change.ended ?? []).length === 0) return;
  await send(ctx, change);
  await recordAlertEvents(ctx, change.raised ?? []);
};

const send = async (ctx: LedgerContext, { raised = [], ended = [] }: LedgerChange): Promise<void> => {
  const now = ctx.clock.now();
  const outgoing = await outgoingOf(ctx, raised);
  if (outgoing.length === 0 && ended.length === 0) return;
  await lockQueues(
    ctx.db,
    [...outgoing, ...ended].map(({ orgId }) => orgId),
  );
  if (ended.length > 0) await cancelWaiting(ctx.db, ended);
  await insertDeliveries(ctx.db, [...(await newsOf(ctx.db, ended, now)), ...outgoing], now);
};
