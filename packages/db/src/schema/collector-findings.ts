import type { CertificateFileFormat, SeenAddress } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { certificates } from './certificates/certificates.ts';
import { collectors } from './collectors.ts';
import { bytes, id, instant } from './columns.ts';

/** The bundles of a collector. The content is kept until it was recorded; rows are kept for 90 days. */
export const collectorBundles = pgTable(
  'collector_bundles',
  {
    collectorId: id<'collector'>('collector_id')
      .notNull()
      .references(() => collectors.id, { onDelete: 'cascade' }),
    sequence: integer('sequence').notNull(),
    hash: text('hash').notNull(),
    /** By the collector's clock. */
    createdAt: instant('created_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    via: text('via', { enum: ['online', 'file'] }).notNull(),
    /** Bundles before this one that never came. */
    missingBefore: integer('missing_before').notNull().default(0),
    /** As it came, sealed; null once recorded. */
    content: bytes('content'),
    /** Endpoints recorded so far, so that a worker that dies repeats none. */
    position: integer('position').notNull().default(0),
    endpoints: integer('endpoints').notNull(),
    files: integer('files').notNull(),
    recordedAt: instant('recorded_at'),
    /** Why it could not be recorded. */
    problem: text('problem'),
  },
  (table) => [
    primaryKey({ columns: [table.collectorId, table.sequence] }),
    index('collector_bundles_waiting_idx').on(table.collectorId, table.sequence).where(sql`${table.content} is not null`),
  ],
);

/** The last finding of a collector about an endpoint, for bundles that say `unchanged`. */
export const collectorEndpoints = pgTable(
  'collector_endpoints',
  {
    certificateId: id<'certificate'>('certificate_id')
      .primaryKey()
      .references(() => certificates.id, { onDelete: 'cascade' }),
    collectorId: id<'collector'>('collector_id')
      .notNull()
      .references(() => collectors.id, { onDelete: 'cascade' }),
    /** People asked the collector to probe it; otherwise its own file names it. */
    isAsked: boolean('is_asked').notNull(),
    seen: jsonb('seen').$type<readonly SeenAddress[]>(),
    /** The certificates in `seen`, into `x509_certificates`. */
    chain: text('chain').array().notNull().default([]),
  },
  (table) => [index('collector_endpoints_collector_idx').on(table.collectorId)],
);

/** An entry of a file inside a collector's network; one without an entry has a problem. Removed when the file no longer has it. */
export const collectorFiles = pgTable(
  'collector_files',
  {
    collectorId: id<'collector'>('collector_id')
      .notNull()
      .references(() => collectors.id, { onDelete: 'cascade' }),
    /** SHA-256 of path and alias: a path is too long for an index. */
    key: text('key').notNull(),
    path: text('path').notNull(),
    alias: text('alias'),
    format: text('format').$type<CertificateFileFormat>(),
    role: text('role', { enum: ['certificate', 'authority'] }),
    /** Into `x509_certificates`, the entry's own first. */
    chain: text('chain').array().notNull().default([]),
    hasKey: boolean('has_key').notNull().default(false),
    problem: text('problem'),
    /** How many reports in a row had a problem, at most `UNREADABLE_REPORTS`. */
    problemReports: smallint('problem_reports').notNull().default(0),
    /** SHA-256 fingerprints of the certificates that it replaced in the file, newest first, at most `REPLACED_KEPT`. */
    replaced: text('replaced').array().notNull().default([]),
    firstSeenAt: instant('first_seen_at').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectorId, table.key] }),
    index('collector_files_problem_idx').on(table.collectorId).where(sql`${table.problem} is not null`),
    // From a certificate to the files that hold it, or held it.
    index('collector_files_certificate_idx').using('hash', sql`(${table.chain}[1])`),
    index('collector_files_replaced_idx').using('gin', table.replaced).where(sql`${table.replaced} <> '{}'`),
  ],
);
