import type { RenewalFinding, SkippedName } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
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

/**
 * CAs that publish renewal information, from the client rules. A worker that asks one claims its row by a lease, so that it is asked
 * one question at a time.
 */
export const renewalInfoCas = pgTable('renewal_info_cas', {
  /** The URL of its ACME directory. */
  directory: text('directory').primaryKey(),
  /** Null while nobody asks. */
  leasedUntil: instant('leased_until'),
  /** It is not asked before; null if it works. */
  pausedUntil: instant('paused_until'),
  /** Consecutive failures that are the CA's. */
  failures: smallint('failures').notNull().default(0),
  /** Why the last one failed; null if it works. */
  problem: text('problem'),
});

/**
 * Served certificates of such CAs, with the last answer about each. Written by the plan, which adds and removes rows, and by each
 * answer. A worker that claims a row moves `next_ask_at` ahead by a lease.
 */
export const renewalInfos = pgTable(
  'renewal_infos',
  {
    fingerprint256: text('fingerprint256').primaryKey(),
    directory: text('directory')
      .notNull()
      .references(() => renewalInfoCas.directory, { onDelete: 'cascade' }),
    nextAskAt: instant('next_ask_at').notNull(),
    /** When the window was last read; null, like the window, before the first answer. */
    readAt: instant('read_at'),
    windowStart: instant('window_start'),
    windowEnd: instant('window_end'),
    explanationUrl: text('explanation_url'),
    /** `usualWindowEnd` of the first window. */
    usualEnd: instant('usual_end'),
    /** Since when the CA asks to renew at once; null if it does not. */
    asksNowSince: instant('asks_now_since'),
    /** Why the last answer could not be used in full; a sentence. Null if it could. */
    problem: text('problem'),
  },
  (table) => [
    index('renewal_infos_due_idx').on(table.directory, table.nextAskAt),
    index('renewal_infos_now_idx').on(table.fingerprint256).where(sql`${table.asksNowSince} is not null`),
  ],
);
