import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { id, instant } from './columns.ts';

/**
 * What the payment provider says of an organisation; made when its plan is first looked at. The plan in force stands in
 * `organizations`, moved by the same transaction.
 */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    orgId: id<'organization'>('org_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Random; what checkout links carry. Tells nothing and grants nothing by itself. */
    clientReferenceId: text('client_reference_id').notNull(),
    /** What the subscriptions last came to; null: nothing. The organisation's plan differs where the operator set another. */
    plan: text('plan', { enum: ['Essentials', 'Team', 'Enterprise'] }),
    /** The subscription in force, else the newest, and its facts. */
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    /** Stripe's: trialing, active, past_due, unpaid, canceled, ...; null before the first checkout. */
    status: text('status'),
    interval: text('interval', { enum: ['monthly', 'annual'] }),
    trialEndsAt: instant('trial_ends_at'),
    periodEndsAt: instant('period_ends_at'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** Since when a payment is owed; the plan ends when the grace has passed. */
    paymentFailedAt: instant('payment_failed_at'),
    /** When the provider made the newest event that is known. */
    appliedEventAt: instant('applied_event_at'),
  },
  (table) => [
    uniqueIndex('billing_accounts_reference_key').on(table.clientReferenceId),
    index('billing_accounts_failed_idx').on(table.paymentFailedAt),
    index('billing_accounts_ending_idx').on(table.periodEndsAt).where(sql`${table.cancelAtPeriodEnd}`),
  ],
);

/**
 * Every genuine event, once: a replay finds its id here, and an organisation's account is what its events come to, in whatever order
 * they arrived. Kept 400 days, and those of a plan in force as long as it is.
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** Null while no checkout says whose it is. */
    orgId: id<'organization'>('org_id').references(() => organizations.id, { onDelete: 'set null' }),
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    createdAt: instant('created_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** What became of it when it arrived. */
    outcome: text('outcome', { enum: ['applied', 'unowned', 'ignored'] }).notNull(),
    /** The facts that decisions use, and nothing else of what the provider sent: no name, no address. */
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index('payment_events_received_idx').on(table.receivedAt),
    index('payment_events_org_idx').on(table.orgId),
    index('payment_events_customer_idx').on(table.customerId),
    index('payment_events_subscription_idx').on(table.subscriptionId),
  ],
);
