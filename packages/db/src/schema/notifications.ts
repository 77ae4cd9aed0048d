import type {
  AlertResolution,
  AlertRule,
  ChannelType,
  DeliveryChannel,
  DeliveryKind,
  DeliveryState,
  DeliverySuppression,
  QueueChannel,
} from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { certificates } from './certificates.ts';
import { id, instant } from './columns.ts';

const organizationId = () =>
  id<'organization'>('org_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** A way to reach an organisation, one row a type; made when first saved. */
export const notificationChannels = pgTable(
  'notification_channels',
  {
    orgId: organizationId(),
    type: text('type').$type<ChannelType>().notNull(),
    enabled: boolean('enabled').notNull(),
    /** Every field is filled in. Stored, because the fields themselves cannot be read here. */
    complete: boolean('complete').notNull(),
    /** The fields, and the signing secrets of a webhook, as sealed JSON. */
    sealedSettings: text('sealed_settings').notNull(),
    /** Set by a delivery that the receiver will never take again; cleared when the channel is saved or a test arrives. */
    brokenAt: instant('broken_at'),
    brokenReason: text('broken_reason'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.type] })],
);

/** What an organisation chose beside its channels; no row means the defaults. */
export const notificationSettings = pgTable('notification_settings', {
  orgId: id<'organization'>('org_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** As saved; the plan in force clips them. Null: never saved. */
  alertDays: smallint('alert_days').array(),
  escalationEnabled: boolean('escalation_enabled').notNull().default(false),
  escalationDelayHours: integer('escalation_delay_hours').notNull().default(24),
  escalationEmail: text('escalation_email').notNull().default(''),
  /** An alert escalates at the earliest this long after the setting was switched on. */
  escalationEnabledAt: instant('escalation_enabled_at'),
  groupingEnabled: boolean('grouping_enabled').notNull().default(false),
  groupingIntervalHours: integer('grouping_interval_hours').notNull().default(6),
  /** Null: the default template. */
  customTemplate: text('custom_template'),
  statusPageEnabled: boolean('status_page_enabled').notNull().default(false),
  statusPageUrl: text('status_page_url').notNull().default(''),
  sealedStatusPageApiKey: text('sealed_status_page_api_key'),
  /** Local wall times `HH:MM` in an IANA time zone; null where there are none. */
  quietHours: jsonb('quiet_hours').$type<{ readonly from: string; readonly until: string; readonly timeZone: string }>(),
});

/** Times in which nothing is sent; what comes up is held and sent once at the end. Kept 90 days past their end. */
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

/** Alert days of one certificate, or of all with a tag; the certificate's own win, then the union over its tags, then the organisation's. */
export const alertDayRules = pgTable(
  'alert_day_rules',
  {
    id: id<'alert-day-rule'>('id').primaryKey(),
    orgId: organizationId(),
    certificateId: id<'certificate'>('certificate_id').references(() => certificates.id, { onDelete: 'cascade' }),
    /** `name=value` in lower case, as `certificates.tag_terms` holds it. */
    tag: text('tag'),
    days: smallint('days').array().notNull(),
  },
  (table) => [
    check('alert_day_rules_one_subject', sql`num_nonnulls(${table.certificateId}, ${table.tag}) = 1`),
    uniqueIndex('alert_day_rules_certificate_key').on(table.certificateId),
    uniqueIndex('alert_day_rules_tag_key').on(table.orgId, table.tag),
  ],
);

/** A certificate about which nothing is sent until then. */
export const alertSnoozes = pgTable('alert_snoozes', {
  certificateId: id<'certificate'>('certificate_id')
    .primaryKey()
    .references(() => certificates.id, { onDelete: 'cascade' }),
  orgId: organizationId(),
  until: instant('until').notNull(),
});

/**
 * The ledger: what people have to be told, once per certificate, rule, threshold and occasion. Raised with the check or the
 * sweep that finds it; open until `resolvedAt`, which a renewal, a recovery or the certificate's removal sets; acknowledged
 * by a person meanwhile. Outlives its certificate. Kept two years.
 */
export const alerts = pgTable(
  'alerts',
  {
    id: id<'alert'>('id').primaryKey(),
    orgId: organizationId(),
    /** No foreign key: the log tells of removed certificates too. */
    certificateId: id<'certificate'>('certificate_id').notNull(),
    domain: text('domain').notNull(),
    rule: text('rule').$type<AlertRule>().notNull(),
    /** Days, for `expiry`; -1 for `expired`, which is the tightest of all; 0 for the others. */
    threshold: smallint('threshold').notNull(),
    /** SHA-256 fingerprint for `expiry` and `expired`, with the time for `changed`; the episode's number for the others. An end that is another address's is named by its instant too. */
    occasion: text('occasion').notNull(),
    /** What happened, one sentence without the domain. */
    summary: text('summary').notNull(),
    notAfter: instant('not_after'),
    issuer: text('issuer'),
    fingerprint256: text('fingerprint256'),
    reasons: text('reasons').array().notNull().default([]),
    raisedAt: instant('raised_at').notNull(),
    acknowledgedAt: instant('acknowledged_at'),
    /** Who: an address, or how it came. */
    acknowledgedBy: text('acknowledged_by'),
    escalatedAt: instant('escalated_at'),
    resolvedAt: instant('resolved_at'),
    resolution: text('resolution').$type<AlertResolution>(),
  },
  (table) => [
    uniqueIndex('alerts_once_key').on(table.certificateId, table.rule, table.threshold, table.occasion),
    index('alerts_org_idx').on(table.orgId, table.raisedAt),
    index('alerts_open_idx').on(table.rule, table.certificateId).where(sql`${table.resolvedAt} is null`),
    index('alerts_escalation_idx')
      .on(table.orgId, table.raisedAt)
      .where(sql`${table.resolvedAt} is null and ${table.acknowledgedAt} is null and ${table.escalatedAt} is null`),
  ],
);

/**
 * One alert on its way over one channel. `pending` until `due_at`, then claimed by a worker (`sending`, with an attempt
 * written before anything goes out), then `sent`, `pending` again for another try, or `dead` when the receiver refuses it or
 * three days are over; `cancelled` when it is over before it was ever sent. A worker that dies leaves `sending`: its queue's
 * lease runs out, and the next one tries again and marks it `maybe_repeated`. A person may send a dead one again. Kept as
 * long as its alert; rows of tests have no alert and are kept 90 days.
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
    /** Why it waits, where that is no failure. */
    heldFor: text('held_for').$type<DeliverySuppression>(),
    /** The message it travels in, several of a digest in one; its idempotency key. Set at the first claim and never changed. */
    messageId: uuid('message_id'),
    /** What a receiver that keeps incidents knows this alert's by. Set with the first attempt to tell it and never changed. */
    incidentKey: text('incident_key'),
    attempts: smallint('attempts').notNull().default(0),
    /** An attempt ended without a known outcome, so that the receiver may have it twice. */
    maybeRepeated: boolean('maybe_repeated').notNull().default(false),
    /** What was sent, one line; null before. */
    text: text('text'),
    /** The last trouble, for people. */
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
  ],
);

/** Every attempt to send a message, written before it goes out; without an outcome where the worker died. */
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
 * Where the messages of one organisation over one channel, or to one webhook endpoint, go out, one after the other; its row is their schedule, as
 * `check_schedule` is the checks'. Claimed when both `due_at` and `paused_until` are over, which moves both ahead by a lease;
 * a delivery that is added meanwhile lowers `due_at` alone, so that nobody takes the queue from who holds it.
 */
export const deliveryQueues = pgTable(
  'delivery_queues',
  {
    orgId: organizationId(),
    channel: text('channel').$type<QueueChannel>().notNull(),
    dueAt: instant('due_at').notNull(),
    /** Not before this: a worker holds it till then, or the receiver's pace or Retry-After asks for it. */
    pausedUntil: instant('paused_until'),
    /** Changes with every claim, so that a worker whose lease ran out cannot write over its successor. */
    claim: integer('claim').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.channel] }), index('delivery_queues_due_idx').on(table.dueAt)],
);

/** Up to which instant the passing of time has been looked at; one row. */
export const alertSweeps = pgTable(
  'alert_sweeps',
  { one: boolean('one').primaryKey().default(true), expiryUntil: instant('expiry_until').notNull() },
  (table) => [check('alert_sweeps_one_row', sql`${table.one}`)],
);

/** What the operator of the installation has to be told. Open while `closed_at` is null, at most one of a kind. */
export const operatorAlerts = pgTable(
  'operator_alerts',
  {
    id: id<'operator-alert'>('id').primaryKey(),
    kind: text('kind', { enum: ['mass_outage'] }).notNull(),
    detail: text('detail').notNull(),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [uniqueIndex('operator_alerts_open_key').on(table.kind).where(sql`${table.closedAt} is null`)],
);
