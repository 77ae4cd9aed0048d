import type { DiscoverySourceName, DiscoveryStatus, SourceOutcome, SourceState } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations, users } from './accounts.ts';
import { byteOrderedText, id, instant } from './columns.ts';

/** What a service said that later runs may use; `fetchedAt` is ISO 8601. */
export interface StoredAnswer {
  readonly service: string;
  readonly outcome: SourceOutcome;
  readonly reason: string | null;
  readonly fetchedAt: string;
}

/** How one source of a run stands; `fetchedAt` is ISO 8601, `done` from 0 to 1. */
export interface StoredSource {
  readonly state: SourceState;
  readonly reason: string | null;
  readonly note: string | null;
  readonly fetchedAt: string | null;
  readonly done: number;
  readonly answers?: readonly StoredAnswer[];
  /** It asked nobody, as nothing can be known there. */
  readonly unasked?: boolean;
  /** What earlier runs were told is not to be used. */
  readonly fresh?: boolean;
  /** It was used. */
  readonly reused?: boolean;
}
export type StoredSources = Readonly<Record<DiscoverySourceName, StoredSource>>;

/**
 * One search for the certificates of a domain. `running` until its job has asked every source and looked at every host;
 * then `completed`. `failed` when somebody cancelled it or its job gave up; what was found stays. Kept 30 days.
 */
export const discoveryJobs = pgTable(
  'discovery_jobs',
  {
    id: id<'discovery-job'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    domain: text('domain').notNull(),
    /** Null where an API key started it, or a person who is gone. */
    startedBy: id<'user'>('started_by').references(() => users.id, { onDelete: 'set null' }),
    status: text('status').$type<DiscoveryStatus>().notNull(),
    error: text('error'),
    progress: smallint('progress').notNull().default(0),
    sources: jsonb('sources').$type<StoredSources>().notNull(),
    /** What it has worked in all; waiting in the queue and a process that died do not count. */
    spentMs: integer('spent_ms').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** When its job last showed life. */
    heartbeatAt: instant('heartbeat_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('discovery_jobs_org_idx').on(table.orgId, table.domain, table.createdAt),
    uniqueIndex('discovery_jobs_running_idx').on(table.orgId, table.domain).where(sql`${table.status} = 'running'`),
  ],
);

/** `waiting` to be looked at; `looked`, whatever came of it; `skipped` when the run ended without a look. */
export type DiscoveryNameState = 'waiting' | 'looked' | 'skipped';

/** A name that a run found. A wildcard is a hint and is never looked at. */
export const discoveryNames = pgTable(
  'discovery_names',
  {
    jobId: id<'discovery-job'>('job_id')
      .notNull()
      .references(() => discoveryJobs.id, { onDelete: 'cascade' }),
    host: byteOrderedText('host').notNull(),
    port: integer('port').notNull(),
    isWildcard: boolean('is_wildcard').notNull(),
    sources: text('sources').array().$type<DiscoverySourceName[]>().notNull(),
    /** Found in a certificate that was seen: names in its own certificate are not followed further. */
    isFurther: boolean('is_further').notNull().default(false),
    state: text('state').$type<DiscoveryNameState>().notNull(),
    reachable: boolean('reachable'),
    detail: text('detail'),
    /** What is served; null where nothing is. */
    issuer: text('issuer'),
    notBefore: instant('not_before'),
    notAfter: instant('not_after'),
    san: text('san').array(),
    /** What a log says: of the certificate that ends last. */
    logIssuer: text('log_issuer'),
    logNotBefore: instant('log_not_before'),
    logNotAfter: instant('log_not_after'),
    logSan: text('log_san').array(),
    /** The wildcard that the shown certificate names, at or below the asked domain. */
    wildcard: text('wildcard'),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.host, table.port, table.isWildcard] }),
    index('discovery_names_waiting_idx').on(table.jobId).where(sql`${table.state} = 'waiting'`),
  ],
);
