import type { RenewalFinding, SkippedName } from '@notafter/domain';
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { organizations } from '../accounts.ts';
import { id, instant } from '../columns.ts';

/** A finding of a look, as stored. */
export interface StoredRenewalFinding extends RenewalFinding {
  /** ISO 8601; the first of the looks in a row that found it. */
  readonly firstSeenAt: string;
  /** Two looks an hour apart found it, so it is not transient. */
  readonly confirmed: boolean;
}

/**
 * The registrable domains of an organization's certificates, with what may stop their renewal. Written by the plan, which adds
 * and removes rows, and by each look. A worker that claims a row moves `next_look_at` ahead by a lease.
 */
export const renewalPreflights = pgTable(
  'renewal_preflights',
  {
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    domain: text('domain').notNull(),
    nextLookAt: instant('next_look_at').notNull(),
    /** Null until the first look. */
    lookedAt: instant('looked_at'),
    findings: jsonb('findings').$type<StoredRenewalFinding[]>().notNull().default([]),
    skipped: jsonb('skipped').$type<SkippedName[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.domain] }), index('renewal_preflights_due_idx').on(table.nextLookAt)],
);

/** When the registration of a domain ends, asked once a day for all organizations. A worker that asks claims the row by a lease. */
export const domainRegistrations = pgTable('domain_registrations', {
  domain: text('domain').primaryKey(),
  /** Null if the registry does not say. */
  endsAt: instant('ends_at'),
  nextLookAt: instant('next_look_at').notNull(),
});
