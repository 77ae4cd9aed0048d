import { alerts, certificates, collectors, deliveries, type Executor, issuances, notificationChannels } from '@notafter/db';
import {
  type AlertId,
  type AlertRule,
  type AlertSeverity,
  type CertificateId,
  type ChannelId,
  type ChannelType,
  collectorRules,
  type DeliveryChannel,
  type DeliveryId,
  type DeliveryKind,
  type DeliveryState,
  type DeliverySuppression,
  severityOf,
  traitsOf,
  typeOfQueue,
} from '@notafter/domain';
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { summaryOf } from './render-message.ts';

/** One alert's delivery through one channel, as people see it. */
export interface LogEntry {
  readonly id: DeliveryId;
  readonly alertId: AlertId | null;
  readonly certificateId: CertificateId | null;
  /** Of an alert about a collector: whether that exists. */
  readonly certificateExists: boolean;
  readonly domain: string | null;
  /** The text that was sent, or would be sent now. */
  readonly message: string;
  /** The type of the channel. An escalation is sent by mail. */
  readonly channel: ChannelType | 'status_page';
  /** Null if it was deleted, and for a destination that is not a channel. */
  readonly channelId: ChannelId | null;
  readonly channelName: string;
  readonly kind: DeliveryKind;
  readonly state: DeliveryState;
  readonly heldFor: DeliverySuppression | null;
  /** When it is tried next, if it waits. */
  readonly dueAt: Date | null;
  readonly sentAt: Date | null;
  readonly createdAt: Date;
  readonly acknowledged: boolean;
  readonly acknowledgedBy: string | null;
  readonly escalated: boolean;
  readonly resolved: boolean;
  /** Resolved only because a tighter threshold of the same certificate replaced it. */
  readonly superseded: boolean;
  readonly severity: AlertSeverity;
  /** Null for a test. */
  readonly rule: AlertRule | null;
  /** The receiver may have it twice. */
  readonly maybeRepeated: boolean;
  readonly problem: string | null;
}

/** Kinds shown to people; acknowledged and closed incidents are sent to machines only. */
export const isShown = inArray(deliveries.kind, ['alert', 'escalation', 'test']);

const isItsChannel = and(eq(notificationChannels.orgId, deliveries.orgId), sql`${notificationChannels.queue} = ${deliveries.channel}`);

export const selectEntries = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      delivery: getTableColumns(deliveries),
      alert: getTableColumns(alerts),
      certificateExists: sql<boolean>`case
        when ${inArray(alerts.rule, [...collectorRules])} then exists (select from ${collectors} where ${collectors.id} = ${alerts.certificateId})
        when ${alerts.rule} in ('unknown_issuance', 'issuance_not_served')
        then exists (select from ${issuances} where ${issuances.id} = ${alerts.certificateId})
        else exists (select from ${certificates} where ${certificates.id} = ${alerts.certificateId}) end`,
      channelId: notificationChannels.id,
      channelName: notificationChannels.name,
    })
    .from(deliveries)
    .leftJoin(alerts, eq(alerts.id, deliveries.alertId))
    .leftJoin(notificationChannels, isItsChannel)
    .where(and(isShown, condition));

type Row = Awaited<ReturnType<typeof selectEntries>>[number];

/** Of a channel that was deleted, the type remains. */
const nameOf = (channel: DeliveryChannel, name: string | null): string => {
  const type = typeOfQueue(channel);
  if (type === null) return channel === 'status_page' ? 'Status page' : traitsOf('email').name;
  return name ?? `${traitsOf(type).name} (deleted)`;
};

export const toEntry = ({ delivery, alert, certificateExists, channelId, channelName }: Row, now: Date): LogEntry => ({
  id: delivery.id,
  alertId: delivery.alertId,
  certificateId: alert?.certificateId ?? null,
  certificateExists,
  domain: alert?.domain ?? null,
  message: delivery.text ?? (alert === null ? 'Test notification' : summaryOf(alert, now)),
  channel: typeOfQueue(delivery.channel) ?? (delivery.channel === 'status_page' ? 'status_page' : 'email'),
  channelId,
  channelName: nameOf(delivery.channel, channelName),
  kind: delivery.kind,
  state: delivery.state,
  heldFor: delivery.heldFor,
  dueAt: delivery.state === 'pending' ? delivery.dueAt : null,
  sentAt: delivery.sentAt,
  createdAt: delivery.createdAt,
  acknowledged: alert !== null && alert.acknowledgedAt !== null,
  acknowledgedBy: alert?.acknowledgedBy ?? null,
  escalated: alert !== null && alert.escalatedAt !== null,
  resolved: alert !== null && alert.resolvedAt !== null,
  superseded: alert?.resolution === 'superseded',
  severity: alert === null ? 'info' : severityOf(alert.rule, alert.threshold),
  rule: alert?.rule ?? null,
  maybeRepeated: delivery.maybeRepeated,
  problem: delivery.problem,
});
