import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { id, instant } from './columns.ts';

/**
 * The payment provider's data about an organization; created when its plan is first viewed. The current plan is in
 * `organizations`, updated by the same transaction.
 */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    orgId: id<'organization'>('org_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Random; sent in checkout links. Reveals nothing and grants nothing. */
    clientReferenceId: text('client_reference_id').notNull(),
    /** The plan of the subscriptions; null: none. The organization's plan differs if the operator set another. */
    plan: text('plan', { enum: ['Essentials', 'Team', 'Enterprise'] }),
    /** The current subscription, else the newest, and its facts. */
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    /** Stripe's: trialing, active, past_due, unpaid, canceled, ...; null before the first checkout. */
    status: text('status'),
    interval: text('interval', { enum: ['monthly', 'annual'] }),
    trialEndsAt: instant('trial_ends_at'),
    periodEndsAt: instant('period_ends_at'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** When the payment became overdue; the plan ends after the grace period. */
    paymentFailedAt: instant('payment_failed_at'),
    /** The provider's time of the newest known event. */
    appliedEventAt: instant('applied_event_at'),
  },
  (table) => [
    uniqueIndex('billing_accounts_reference_key').on(table.clientReferenceId),
    index('billing_accounts_failed_idx').on(table.paymentFailedAt),
    index('billing_accounts_ending_idx').on(table.periodEndsAt).where(sql`${table.cancelAtPeriodEnd}`),
  ],
);

/**
 * Every authentic event, once: a replay finds its ID here, and an organization's billing state follows from its events in any
 * order of arrival. Kept for 400 days, and those of a current plan as long as the plan.
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** Null until a checkout identifies the organization. */
    orgId: id<'organization'>('org_id').references(() => organizations.id, { onDelete: 'set null' }),
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    createdAt: instant('created_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** The result when it arrived. */
    outcome: text('outcome', { enum: ['applied', 'unowned', 'ignored'] }).notNull(),
    /** Only the facts that decisions need: no name, no address. */
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index('payment_events_received_idx').on(table.receivedAt),
    index('payment_events_org_idx').on(table.orgId),
    index('payment_events_customer_idx').on(table.customerId),
    index('payment_events_subscription_idx').on(table.subscriptionId),
  ],
);
