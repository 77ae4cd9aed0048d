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
    /** When the provider made the newest event that was applied: older ones change nothing. */
    appliedEventAt: instant('applied_event_at'),
  },
  (table) => [
    uniqueIndex('billing_accounts_reference_key').on(table.clientReferenceId),
    uniqueIndex('billing_accounts_customer_key').on(table.customerId),
    index('billing_accounts_failed_idx').on(table.paymentFailedAt),
  ],
);

/** Every genuine event, once: a replay finds its id here. Kept 400 days. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    orgId: id<'organization'>('org_id').references(() => organizations.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** What became of it: `applied`, `outdated` or `ignored`, with the reason. */
    outcome: text('outcome').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index('payment_events_received_idx').on(table.receivedAt)],
);
