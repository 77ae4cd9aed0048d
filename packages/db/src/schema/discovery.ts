import type { DiscoverySourceName, SourceOutcome, SourceState } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { byteOrderedText, id, instant } from './columns.ts';
import { processes } from './steps.ts';

/** A service's response that later runs can use; `fetchedAt` is ISO 8601. */
export interface StoredAnswer {
  readonly service: string;
  readonly outcome: SourceOutcome;
  readonly reason: string | null;
  readonly fetchedAt: string;
}

/** The state of one source of a run; `fetchedAt` is ISO 8601, `done` from 0 to 1. */
export interface StoredSource {
  readonly state: SourceState;
  readonly reason: string | null;
  readonly note: string | null;
  readonly fetchedAt: string | null;
  readonly done: number;
  readonly answers?: readonly StoredAnswer[];
  /** It made no request, because no result is possible. */
  readonly unasked?: boolean;
  /** Ignores the stored responses of earlier runs. */
  readonly fresh?: boolean;
  /** A stored response was used. */
  readonly reused?: boolean;
}
export type StoredSources = Readonly<Record<DiscoverySourceName, StoredSource>>;

/**
 * A discovery's details; its process has the domain as its subject. `completed` once every source was asked and every host
 * checked. What it found stays when it is cancelled or fails.
 */
export const discoveryJobs = pgTable('discovery_jobs', {
  id: id<'discovery-job'>('id')
    .primaryKey()
    .references(() => processes.id, { onDelete: 'cascade' }),
  sources: jsonb('sources').$type<StoredSources>().notNull(),
});

/** `waiting` for its check; `looked` after it, with any result; `skipped` if the run ended before. */
export type DiscoveryNameState = 'waiting' | 'looked' | 'skipped';

/** A name that a run found. A wildcard is a hint and is never checked. */
export const discoveryNames = pgTable(
  'discovery_names',
  {
    jobId: id<'discovery-job'>('job_id')
      .notNull()
      .references(() => discoveryJobs.id, { onDelete: 'cascade' }),
    host: byteOrderedText('host').notNull(),
    port: integer('port').notNull(),
    /** `formatTarget`, as it would be monitored. */
    domain: text('domain').notNull(),
    isWildcard: boolean('is_wildcard').notNull(),
    sources: text('sources').array().$type<DiscoverySourceName[]>().notNull(),
    /** Found in a certificate that was checked: names in its own certificate are not followed further. */
    isFurther: boolean('is_further').notNull().default(false),
    state: text('state').$type<DiscoveryNameState>().notNull(),
    reachable: boolean('reachable'),
    detail: text('detail'),
    /** The certificate served; null if none. */
    issuer: text('issuer'),
    notBefore: instant('not_before'),
    notAfter: instant('not_after'),
    san: text('san').array(),
    /** The log entry of the certificate that expires last. */
    logIssuer: text('log_issuer'),
    logNotBefore: instant('log_not_before'),
    logNotAfter: instant('log_not_after'),
    logSan: text('log_san').array(),
    /** The wildcard in the displayed certificate, at or below the requested domain. */
    wildcard: text('wildcard'),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.host, table.port, table.isWildcard] }),
    index('discovery_names_waiting_idx').on(table.jobId).where(sql`${table.state} = 'waiting'`),
  ],
);
