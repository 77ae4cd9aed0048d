import type { CollectorAbout } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { id, instant } from './columns.ts';

/**
 * A program inside a network that reports what it sees there. It has a token until its first bundle arrives, and its own key from then
 * on; a revoked one reports nothing more.
 */
export const collectors = pgTable(
  'collectors',
  {
    id: id<'collector'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    /** SHA-256 of the secret in its token; null once it was used. */
    tokenHash: text('token_hash'),
    tokenExpiresAt: instant('token_expires_at'),
    /** Ed25519, raw in Base64url; null before it enrolled. */
    publicKey: text('public_key'),
    enrolledAt: instant('enrolled_at'),
    revokedAt: instant('revoked_at'),
    /** The number and the hash of the last bundle that was stored. */
    sequence: integer('sequence').notNull().default(0),
    headHash: text('head_hash'),
    /** Its own description, in its last bundle. */
    about: jsonb('about').$type<CollectorAbout>(),
    /** When its last bundle came; if people carried it, when it was written, at most the time when it came. */
    lastReportAt: instant('last_report_at'),
    /** When it last called; null if its bundles travel as files. */
    lastSeenAt: instant('last_seen_at'),
    /** How far its clock was ahead of ours, by its last call or the last bundle that shows it. */
    clockOffsetMs: integer('clock_offset_ms'),
    /** When another bundle came with a number that it had used: its key has two owners. */
    forkedAt: instant('forked_at'),
    /** A finding said `unchanged` of what is not stored: it is asked for a complete bundle. */
    wantsComplete: boolean('wants_complete').notNull().default(false),
    /** How often people carry its bundles, if they travel as files; null: seven days. */
    carriedEverySeconds: integer('carried_every_seconds'),
  },
  (table) => [uniqueIndex('collectors_name_key').on(table.orgId, sql`lower(${table.name})`)],
);
