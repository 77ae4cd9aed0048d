import type {
  AlertResolution,
  AlertRule,
  ChannelQueue,
  ChannelType,
  DeliveryChannel,
  DeliveryKind,
  DeliveryState,
  DeliverySuppression,
  QueueChannel,
} from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { organizations } from '../accounts.ts';
import { certificates } from '../certificates/certificates.ts';
import { id, instant } from '../columns.ts';
import { environments } from '../environments.ts';

const organizationId = () =>
  id<'organization'>('org_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** A channel of an organization. The oldest of a type is the one that calls by type mean. */
export const notificationChannels = pgTable(
  'notification_channels',
  {
    id: id<'channel'>('id').primaryKey(),
    orgId: organizationId(),
    type: text('type').$type<ChannelType>().notNull(),
    name: text('name').notNull(),
    /** Names its row of `delivery_queues` and `deliveries.channel`, and binds its encrypted settings. Never changes. */
    queue: text('queue').$type<ChannelQueue>().notNull(),
    /** It receives the alerts that no route matches. */
    inDefaultRoute: boolean('in_default_route').notNull().default(true),
    enabled: boolean('enabled').notNull(),
    /** Every field is filled in. Stored, because the encrypted fields cannot be read in SQL. */
    complete: boolean('complete').notNull(),
    /** The fields, and the signing secrets of a webhook, as encrypted JSON. */
    sealedSettings: text('sealed_settings').notNull(),
    /** Set when the receiver rejects permanently; cleared when the channel is saved or a test succeeds. */
    brokenAt: instant('broken_at'),
    brokenReason: text('broken_reason'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('notification_channels_queue_key').on(table.orgId, table.queue),
    uniqueIndex('notification_channels_name_key').on(table.orgId, sql`lower(${table.name})`),
  ],
);

/**
 * Sends the alerts of certificates with a tag, or in an environment, to its channels. A certificate's alerts go to the channels of
 * every route that matches it; without one, to those in the default route. A route whose environment was deleted has neither
 * subject and matches nothing.
 */
export const alertRoutes = pgTable(
  'alert_routes',
  {
    id: id<'alert-route'>('id').primaryKey(),
    orgId: organizationId(),
    /** `name=value` in lower case, like `alert_day_rules.tag`. */
    tag: text('tag'),
    environmentId: id<'environment'>('environment_id').references(() => environments.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('alert_routes_one_subject', sql`num_nonnulls(${table.tag}, ${table.environmentId}) <= 1`),
    uniqueIndex('alert_routes_tag_key').on(table.orgId, table.tag),
    uniqueIndex('alert_routes_environment_key').on(table.environmentId),
  ],
);

export const alertRouteChannels = pgTable(
  'alert_route_channels',
  {
    routeId: id<'alert-route'>('route_id')
      .notNull()
      .references(() => alertRoutes.id, { onDelete: 'cascade' }),
    channelId: id<'channel'>('channel_id')
      .notNull()
      .references(() => notificationChannels.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.routeId, table.channelId] }), index('alert_route_channels_channel_idx').on(table.channelId)],
);

/** An organization's settings other than its channels; without a row, the defaults apply. */
export const notificationSettings = pgTable('notification_settings', {
  orgId: id<'organization'>('org_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** As saved; the current plan clips them. Null: never saved. */
  alertDays: smallint('alert_days').array(),
  /** Leaves out alert days on which a healthy renewal may still be ahead, and alerts on late renewals. On for new organizations. */
  scaleToLifetime: boolean('scale_to_lifetime').notNull().default(false),
  escalationEnabled: boolean('escalation_enabled').notNull().default(false),
  escalationDelayHours: integer('escalation_delay_hours').notNull().default(24),
  escalationEmail: text('escalation_email').notNull().default(''),
  /** When escalation was turned on; an alert escalates at the earliest this long after it. */
  escalationEnabledAt: instant('escalation_enabled_at'),
  groupingEnabled: boolean('grouping_enabled').notNull().default(false),
  groupingIntervalHours: integer('grouping_interval_hours').notNull().default(6),
  /** Null: the default template. */
  customTemplate: text('custom_template'),
  statusPageEnabled: boolean('status_page_enabled').notNull().default(false),
  statusPageUrl: text('status_page_url').notNull().default(''),
  sealedStatusPageApiKey: text('sealed_status_page_api_key'),
  /** Local wall times `HH:MM` in an IANA time zone; null without quiet hours. */
  quietHours: jsonb('quiet_hours').$type<{ readonly from: string; readonly until: string; readonly timeZone: string }>(),
});

/** Maintenance windows: alerts raised in one are held and sent together when it ends. Kept for 90 days past their end. */
export const maintenanceWindows = pgTable(
  'maintenance_windows',
  {
    id: id<'maintenance-window'>('id').primaryKey(),
    orgId: organizationId(),
    name: text('name').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [index('maintenance_windows_org_idx').on(table.orgId, table.endsAt)],
);

/** Alert days of one certificate, or of all with a tag; the certificate's own win, then the union over its tags, then the organization's. */
export const alertDayRules = pgTable(
  'alert_day_rules',
  {
    id: id<'alert-day-rule'>('id').primaryKey(),
    orgId: organizationId(),
    certificateId: id<'certificate'>('certificate_id').references(() => certificates.id, { onDelete: 'cascade' }),
    /** `name=value` in lower case, like `certificates.tag_terms`. */
    tag: text('tag'),
    days: smallint('days').array().notNull(),
  },
  (table) => [
    check('alert_day_rules_one_subject', sql`num_nonnulls(${table.certificateId}, ${table.tag}) = 1`),
    uniqueIndex('alert_day_rules_certificate_key').on(table.certificateId),
    uniqueIndex('alert_day_rules_tag_key').on(table.orgId, table.tag),
  ],
);

/** A certificate that is muted until then. */
export const alertSnoozes = pgTable('alert_snoozes', {
  certificateId: id<'certificate'>('certificate_id')
    .primaryKey()
    .references(() => certificates.id, { onDelete: 'cascade' }),
  orgId: organizationId(),
  until: instant('until').notNull(),
});

/**
 * The ledger of alerts: one row per certificate, rule, threshold and occurrence. Raised by a check or the sweep; open until
 * `resolvedAt`, which a renewal, a recovery or the certificate's removal sets; a person can acknowledge it before. Outlives its
 * certificate. Kept for two years.
 */
export const alerts = pgTable(
  'alerts',
  {
    id: id<'alert'>('id').primaryKey(),
    orgId: organizationId(),
    /** No foreign key: the log includes removed certificates. */
    certificateId: id<'certificate'>('certificate_id').notNull(),
    domain: text('domain').notNull(),
    rule: text('rule').$type<AlertRule>().notNull(),
    /** Days, for `expiry`; -1 for `expired`, the tightest; 0 for the others. */
    threshold: smallint('threshold').notNull(),
    /** SHA-256 fingerprint for `expiry` and `expired`, with the time for `changed`; the episode's number for the others. */
    occasion: text('occasion').notNull(),
    /** The event in one sentence, without the domain. */
    summary: text('summary').notNull(),
    /** `RSA certificate at 192.0.2.4`, if the endpoint served several; null otherwise. */
    served: text('served'),
    notAfter: instant('not_after'),
    issuer: text('issuer'),
    fingerprint256: text('fingerprint256'),
    reasons: text('reasons').array().notNull().default([]),
    raisedAt: instant('raised_at').notNull(),
    acknowledgedAt: instant('acknowledged_at'),
    /** An address, or the way it was acknowledged. */
    acknowledgedBy: text('acknowledged_by'),
    escalatedAt: instant('escalated_at'),
    resolvedAt: instant('resolved_at'),
    resolution: text('resolution').$type<AlertResolution>(),
  },
  (table) => [
    uniqueIndex('alerts_once_key').on(table.certificateId, table.rule, table.threshold, table.occasion),
    index('alerts_org_idx').on(table.orgId, table.raisedAt),
    // For the purge only: rows arrive in time order.
    index('alerts_raised_idx').using('brin', table.raisedAt),
    index('alerts_open_idx').on(table.rule, table.certificateId).where(sql`${table.resolvedAt} is null`),
    index('alerts_open_org_idx').on(table.orgId).where(sql`${table.resolvedAt} is null`),
    index('alerts_escalation_idx')
      .on(table.orgId, table.raisedAt)
      .where(sql`${table.resolvedAt} is null and ${table.acknowledgedAt} is null and ${table.escalatedAt} is null`),
  ],
);

/**
 * One alert on its way over one channel. `pending` until `due_at`, then claimed by a worker (`sending`, with an attempt written
 * before the request), then `sent`, `pending` again for a retry, or `dead` when the receiver rejects it or after three days;
 * `cancelled` if the alert ended before it was sent. A worker that dies leaves `sending`: its queue's lease expires, and the next
 * worker retries and marks it `maybe_repeated`. A person can retry a dead one. Kept as long as its alert; tests have no alert
 * and are kept for 90 days.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id<'delivery'>('id').primaryKey(),
    orgId: organizationId(),
    alertId: id<'alert'>('alert_id').references(() => alerts.id, { onDelete: 'cascade' }),
    channel: text('channel').$type<DeliveryChannel>().notNull(),
    kind: text('kind').$type<DeliveryKind>().notNull(),
    state: text('state').$type<DeliveryState>().notNull(),
    /** When to try next; while it is held, when the hold ends. */
    dueAt: instant('due_at').notNull(),
    /** Why it waits, other than a failure. */
    heldFor: text('held_for').$type<DeliverySuppression>(),
    /** The message it is part of, shared in a digest; its idempotency key. Set at the first claim and never changed. */
    messageId: uuid('message_id'),
    /** The incident key at the receiver. Set with the first attempt and never changed. */
    incidentKey: text('incident_key'),
    attempts: smallint('attempts').notNull().default(0),
    /** An attempt ended with an unknown outcome, so the receiver may have it twice. */
    maybeRepeated: boolean('maybe_repeated').notNull().default(false),
    /** The sent message in one line; null before. */
    text: text('text'),
    /** The last failure, for display. */
    problem: text('problem'),
    createdAt: instant('created_at').notNull(),
    firstAttemptAt: instant('first_attempt_at'),
    sentAt: instant('sent_at'),
  },
  (table) => [
    uniqueIndex('deliveries_once_key').on(table.alertId, table.channel, table.kind),
    index('deliveries_waiting_idx')
      .on(table.orgId, table.channel, table.dueAt, table.id)
      .where(sql`${table.state} in ('pending', 'sending')`),
    index('deliveries_log_idx').on(table.orgId, table.createdAt, table.id),
    index('deliveries_message_idx').on(table.messageId),
    // The few that were given up or are tried again, for the operator.
    index('deliveries_failing_idx')
      .on(table.orgId, table.channel)
      .where(sql`${table.state} = 'dead' or (${table.state} = 'pending' and ${table.attempts} > 0)`),
  ],
);

/**
 * Every attempt to send a message, written before the request; without an outcome if the worker died. Partitioned by month of
 * `message_id`, a UUIDv7, and dropped with its month after 25 months; those of events with their event.
 */
export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    messageId: uuid('message_id').notNull(),
    attempt: smallint('attempt').notNull(),
    orgId: organizationId(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    outcome: text('outcome', { enum: ['delivered', 'retry', 'unknown', 'refused', 'broken'] }),
    status: smallint('status'),
    answer: text('answer'),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.attempt] })],
);

/**
 * The delivery queue of one channel of an organization, or of one webhook endpoint. It sends its messages one after the other,
 * and its row is their schedule, like `check_schedule` for checks. A claim requires that both `due_at` and `paused_until` have
 * passed, and moves both ahead by a lease. A new delivery lowers only `due_at`, so that it cannot take the queue from its worker.
 */
export const deliveryQueues = pgTable(
  'delivery_queues',
  {
    orgId: organizationId(),
    channel: text('channel').$type<QueueChannel>().notNull(),
    dueAt: instant('due_at').notNull(),
    /** Not before this: the worker's lease, the receiver's pacing, or Retry-After. */
    pausedUntil: instant('paused_until'),
    /** Changes with every claim, so that a worker with an expired lease cannot overwrite its successor. */
    claim: integer('claim').notNull().default(0),
    /** When to send its open alerts again, for receivers that forget them; null if it has none. */
    refreshAt: instant('refresh_at'),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.channel] }), index('delivery_queues_due_idx').on(table.dueAt)],
);

/** The instant up to which the sweep is done; one row. */
export const alertSweeps = pgTable(
  'alert_sweeps',
  { one: boolean('one').primaryKey().default(true), expiryUntil: instant('expiry_until').notNull() },
  (table) => [check('alert_sweeps_one_row', sql`${table.one}`)],
);

/** Notices to the operator of the installation. Open while `closed_at` is null, at most one of a kind. */
export const operatorAlerts = pgTable(
  'operator_alerts',
  {
    id: id<'operator-alert'>('id').primaryKey(),
    kind: text('kind', { enum: ['mass_outage', 'log_broken', 'transparency_blind'] }).notNull(),
    detail: text('detail').notNull(),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('operator_alerts_open_key').on(table.kind).where(sql`${table.closedAt} is null and ${table.kind} = 'mass_outage'`),
  ],
);
