import type { EventData, EventType } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { organizations } from '../accounts.ts';
import { id, instant } from '../columns.ts';

const organizationId = () =>
  id<'organization'>('org_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** An event in an organization, written in the transaction of the change and never updated. Kept for 30 days. */
export const events = pgTable(
  'events',
  {
    id: id<'event'>('id').primaryKey(),
    orgId: organizationId(),
    type: text('type').$type<EventType>().notNull(),
    occurredAt: instant('occurred_at').notNull(),
    /** The certificate or discovery; no foreign key, because events outlive their subject. */
    subjectId: uuid('subject_id').notNull(),
    /** The public payload at that time. */
    data: jsonb('data').$type<EventData>().notNull(),
  },
  (table) => [index('events_org_idx').on(table.orgId, table.occurredAt, table.id), index('events_occurred_idx').on(table.occurredAt)],
);

/** A URL to which an organization wants events posted. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id<'webhook-endpoint'>('id').primaryKey(),
    orgId: organizationId(),
    name: text('name').notNull(),
    /** The URL and the signing secrets, as encrypted JSON. */
    sealedSettings: text('sealed_settings').notNull(),
    types: text('types').array().$type<EventType[]>().notNull(),
    enabled: boolean('enabled').notNull(),
    /** Set when the receiver rejects permanently or fails for days; cleared by a save or a successful test. */
    brokenAt: instant('broken_at'),
    brokenReason: text('broken_reason'),
    /** The first failure since the last successful delivery. */
    failingSince: instant('failing_since'),
    failures: smallint('failures').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('webhook_endpoints_org_idx').on(table.orgId)],
);

/**
 * One event on its way to one endpoint, with the states of `deliveries`. Inserted with its event, without updating the endpoint's
 * queue: the delivery tick wakes it. Deleted with its event or its endpoint.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    endpointId: id<'webhook-endpoint'>('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: id<'event'>('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    state: text('state', { enum: ['pending', 'sending', 'sent', 'dead', 'cancelled'] }).notNull(),
    dueAt: instant('due_at').notNull(),
    /** The ID of its attempts; set at the first claim and never changed. */
    messageId: uuid('message_id'),
    attempts: smallint('attempts').notNull().default(0),
    /** From the last attempt. */
    status: smallint('status'),
    durationMs: integer('duration_ms'),
    problem: text('problem'),
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.endpointId, table.eventId] }),
    index('webhook_deliveries_waiting_idx')
      .on(table.endpointId, table.dueAt, table.eventId)
      .where(sql`${table.state} in ('pending', 'sending')`),
    index('webhook_deliveries_event_idx').on(table.eventId),
    index('webhook_deliveries_failing_idx')
      .on(table.endpointId)
      .where(sql`${table.state} = 'dead' or (${table.state} = 'pending' and ${table.attempts} > 0)`),
  ],
);
