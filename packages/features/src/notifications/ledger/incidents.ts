import { alerts, deliveries, deliveryAttempts, type Transaction } from '@notafter/db';
import {
  type AlertId,
  channelTypes,
  countdownRules,
  type DeliveryChannel,
  type DeliveryId,
  keepsIncidents,
  type OrganizationId,
  traitsOf,
} from '@notafter/domain';
import { aliasedTable, and, eq, exists, inArray, isNotNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

const incidentTypes = channelTypes.filter(keepsIncidents);

/** Condition on `deliveries.channel`: each alert is an incident there that stays open until it is closed. */
export const isIncidentChannel = (channel: SQLWrapper): SQL => inArray(queueType(channel), incidentTypes);

/** Their receiver forgets alerts that are not sent again. */
export const refreshedTypes = channelTypes.filter((type) => traitsOf(type).refreshMs !== undefined);

/** Condition on `deliveries.channel`: the receiver knows alerts by their labels, and forgets those that are not sent again. */
export const isRefreshedChannel = (channel: SQLWrapper): SQL => inArray(queueType(channel), refreshedTypes);

/** The channel's type, or the name of another destination. */
export const queueType = (channel: SQLWrapper): SQL<string> => sql<string>`split_part(${channel}, ':', 1)`;

/** An alert with those about the same expiry that it replaced, one after the other. */
export const before = aliasedTable(alerts, 'before');
export const isBefore = and(
  eq(before.resolution, 'superseded'),
  eq(before.certificateId, alerts.certificateId),
  eq(before.occasion, alerts.occasion),
  inArray(alerts.rule, [...countdownRules]),
);

/** The receiver's id of the incident: the alert's own id, unless it was sent under another one before. */
export const incidentKeyOf = (sent: Pick<typeof deliveries, 'incidentKey' | 'alertId'>): SQL<string> =>
  sql<string>`coalesce(${sent.incidentKey}, ${sent.alertId}::text)`;

/** Any attempt may have been delivered, unless the receiver refused it. */
export const mayHaveArrived = (db: Transaction, sent: typeof deliveries): SQL | undefined =>
  or(
    inArray(sent.state, ['sending', 'sent']),
    and(eq(sent.state, 'cancelled'), isNotNull(sent.firstAttemptAt)),
    eq(sent.maybeRepeated, true),
    exists(
      db
        .select({ one: sql`1` })
        .from(deliveryAttempts)
        .where(and(eq(deliveryAttempts.messageId, sent.messageId), eq(deliveryAttempts.outcome, 'unknown'))),
    ),
  );

const successor = aliasedTable(deliveries, 'successor');

/**
 * Returns the incidents that are open although the receiver has the tighter threshold, which is a separate incident: an
 * acknowledged one receives later updates silently.
 */
export const listReplacedIncidents = (
  db: Transaction,
  arrived: readonly DeliveryId[],
): Promise<{ readonly orgId: OrganizationId; readonly alertId: AlertId; readonly channel: DeliveryChannel }[]> =>
  db
    .select({ orgId: before.orgId, alertId: before.id, channel: deliveries.channel })
    .from(successor)
    .innerJoin(alerts, eq(alerts.id, successor.alertId))
    .innerJoin(before, isBefore)
    .innerJoin(deliveries, and(eq(deliveries.alertId, before.id), eq(deliveries.channel, successor.channel), eq(deliveries.kind, 'alert')))
    .where(
      and(
        inArray(successor.id, [...arrived]),
        eq(successor.kind, 'alert'),
        isIncidentChannel(successor.channel),
        sql`${before.threshold} > ${alerts.threshold}`,
        sql`${incidentKeyOf(deliveries)} <> ${incidentKeyOf(successor)}`,
        mayHaveArrived(db, deliveries),
      ),
    );
