import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations, users } from './accounts.ts';
import { id, instant } from './columns.ts';

const frequency = () => text('frequency', { enum: ['weekly', 'monthly'] }).notNull();
const organizationId = () => id<'organization'>('org_id').references(() => organizations.id, { onDelete: 'cascade' });

/** When an organization's report by mail is due. Kept while it is off, and while the plan does not include it. */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    orgId: organizationId().primaryKey(),
    enabled: boolean('enabled').notNull(),
    frequency: frequency(),
    hour: smallint('hour').notNull(),
    timeZone: text('time_zone').notNull(),
    /** Null while it is off. Moved on in the transaction that inserts the deliveries of the report. */
    nextAt: instant('next_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('report_schedules_due_idx').on(table.nextAt).where(sql`${table.nextAt} is not null`)],
);

/**
 * An address that gets an organization's report. Its link is `id.HMAC(SECRET_KEY, 'report', id)`. A removed one that was mailed before
 * or has decided for itself stays unlisted, so that adding it again changes no decision.
 */
export const reportRecipients = pgTable(
  'report_recipients',
  {
    id: id<'report-recipient'>('id').primaryKey(),
    orgId: organizationId().notNull(),
    /** Trimmed and lower-cased. */
    email: text('email').notNull(),
    listed: boolean('listed').notNull(),
    addedBy: id<'user'>('added_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    /** When it was mailed the link that confirms; null for members whose mailbox is proven. */
    askedAt: instant('asked_at'),
    /** By the link; cleared when it unsubscribes. */
    confirmedAt: instant('confirmed_at'),
    /** By the link. Only the link subscribes it again. */
    unsubscribedAt: instant('unsubscribed_at'),
  },
  (table) => [uniqueIndex('report_recipients_org_email_key').on(table.orgId, table.email)],
);

/**
 * One report on its way to one recipient. `waiting` until the mail server took it (`sent`), refused it for good or too often
 * (`failed`), or it was withdrawn (`canceled`). A worker claims a waiting one by moving `next_try_at` ahead by a lease. Kept for 400 days.
 */
export const reportDeliveries = pgTable(
  'report_deliveries',
  {
    id: id<'report-delivery'>('id').primaryKey(),
    orgId: organizationId().notNull(),
    recipientId: id<'report-recipient'>('recipient_id')
      .notNull()
      .references(() => reportRecipients.id, { onDelete: 'cascade' }),
    frequency: frequency(),
    periodFrom: instant('period_from').notNull(),
    /** The end of its period. */
    dueAt: instant('due_at').notNull(),
    state: text('state', { enum: ['waiting', 'sent', 'failed', 'canceled'] }).notNull(),
    /** Incremented by each claim: a worker that lost its lease stores nothing. */
    tries: smallint('tries').notNull().default(0),
    /** Null unless it waits. */
    nextTryAt: instant('next_try_at'),
    sentAt: instant('sent_at'),
    /** Why the last try failed. */
    problem: text('problem'),
  },
  (table) => [
    uniqueIndex('report_deliveries_recipient_due_key').on(table.recipientId, table.dueAt),
    index('report_deliveries_waiting_idx').on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`),
    index('report_deliveries_org_idx').on(table.orgId, table.dueAt),
  ],
);
