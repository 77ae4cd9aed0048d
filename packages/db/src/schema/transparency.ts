import type {
  BrokenPromise,
  FoundAt,
  IssuanceSearchResult,
  IssuanceState,
  IssuanceVerdict,
  LogCursor,
  SctFact,
  SctInclusion,
  SelfTest,
  TailOutcome,
  TransparencyLog,
  UnknownReason,
  WatchVerification,
} from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from './accounts.ts';
import { x509Certificates } from './certificates/certificates.ts';
import { byteOrderedText, bytes, id, instant } from './columns.ts';

/** A domain whose issued certificates an organization wants to know of. */
export const watchedDomains = pgTable(
  'watched_domains',
  {
    id: id<'watched-domain'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Lower case, A-labels, without a dot at the end. */
    domain: byteOrderedText('domain').notNull(),
    /** Part of the TXT record that verifies it. */
    token: text('token').notNull(),
    verifiedBy: text('verified_by').$type<WatchVerification>(),
    /** Nothing is searched or matched for a domain that is not verified. */
    verifiedAt: instant('verified_at'),
    /** Certificates found before this are learned and wake nobody; null until it is verified. */
    learningUntil: instant('learning_until'),
    /** Organizations of the issuers that may issue for it; empty: any. */
    allowedIssuers: text('allowed_issuers').array().notNull().default([]),
    /** Issuer domain names in its CAA records; null: it has none, so that any CA may issue. */
    caa: text('caa').array(),
    /** Null: never looked up. */
    caaAt: instant('caa_at'),
    /** When to look them up again: sooner if the resolvers did not answer. */
    caaNextAt: instant('caa_next_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('watched_domains_key').on(table.orgId, table.domain),
    index('watched_domains_domain_idx').on(table.domain).where(sql`${table.verifiedAt} is not null`),
  ],
);

/** A certificate that was issued below a watched domain. A precertificate and its certificate are one. */
export const issuances = pgTable(
  'issuances',
  {
    id: id<'issuance'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    domainId: id<'watched-domain'>('domain_id')
      .notNull()
      .references(() => watchedDomains.id, { onDelete: 'cascade' }),
    /** SHA-256 of what the CA signed, without poison and timestamps, hex. */
    tbsSha256: text('tbs_sha256').notNull(),
    spkiSha256: text('spki_sha256').notNull(),
    /** Upper-case hex. */
    serialNumber: text('serial_number').notNull(),
    /** Its distinguished name. */
    issuer: text('issuer').notNull(),
    issuerOrganization: text('issuer_organization'),
    names: text('names').array().notNull(),
    /** Null, as the end is, if the certificate is malformed there. */
    notBefore: instant('not_before'),
    notAfter: instant('not_after'),
    /** The timestamps in the certificate; null as long as only its precertificate is known. */
    scts: jsonb('scts').$type<readonly SctFact[]>(),
    /** The certificate, or its precertificate as long as only that is known; null if no source had it. */
    der: bytes('der'),
    isPrecertificate: boolean('is_precertificate').notNull(),
    /** Where it was found, the first one first. */
    found: jsonb('found').$type<readonly FoundAt[]>().notNull(),
    foundAt: instant('found_at').notNull(),
    state: text('state').$type<IssuanceState>().notNull(),
    /** Why it is `unknown`; null otherwise. */
    unknownReason: text('unknown_reason').$type<UnknownReason>(),
    /** It was found, or issued, before the end of the learning phase. */
    learned: boolean('learned').notNull(),
    verdict: text('verdict').$type<IssuanceVerdict>(),
    /** Name of the person, as it was then. */
    verdictBy: text('verdict_by'),
    verdictAt: instant('verdict_at'),
  },
  (table) => [
    uniqueIndex('issuances_key').on(table.orgId, table.tbsSha256),
    index('issuances_found_idx').on(table.orgId, table.foundAt, table.id),
    index('issuances_domain_idx').on(table.domainId, table.notBefore),
    index('issuances_names_idx').using('gin', table.names),
    // By the IDs of search services.
    index('issuances_places_idx').using('gin', sql`${table.found} jsonb_path_ops`),
    // Those that a sweep looks at again.
    index('issuances_pending_idx').on(table.notAfter, table.id).where(sql`${table.state} <> 'served' and ${table.verdict} is null`),
  ],
);

/** A log of the list, and how far it is read. One row for the installation. */
export const transparencyLogs = pgTable('transparency_logs', {
  /** `TransparencyLog.id`. */
  id: text('id').primaryKey(),
  /** As the log list describes it, with dates as ISO 8601 text. */
  log: jsonb('log').$type<StoredLog>().notNull(),
  /** Whether the last log list had it. */
  isListed: boolean('is_listed').notNull().default(true),
  /** Null before the first call. */
  cursor: jsonb('cursor').$type<LogCursor>(),
  outcome: jsonb('outcome').$type<TailOutcome>(),
  /** The first outcome of each kind that says that the log broke a promise, with its evidence; null as long as it kept them. */
  broken: jsonb('broken').$type<readonly BrokenPromise[]>(),
  /** The last self-test, and when it ran, in ISO 8601. */
  selfTest: jsonb('self_test').$type<SelfTest & { readonly at: string }>(),
  askedAt: instant('asked_at'),
  /** When everything up to its head was read. */
  currentAt: instant('current_at'),
  /** The first answer since then after which that was not so; null while it is current. */
  lateSince: instant('late_since'),
  /** Entries that were not read, because the log was not followed for long; the last time. */
  gap: jsonb('gap').$type<StoredGap>(),
  nextAt: instant('next_at').notNull(),
  /** The day in UTC of `dayBytes`, what was received on it. */
  day: date('day'),
  dayBytes: bigint('day_bytes', { mode: 'number' }).notNull().default(0),
});
export type StoredLog = Omit<TransparencyLog, 'interval'> & { readonly interval: { readonly start: string; readonly end: string } | null };

/** ISO 8601. `until` is null, like the number of entries, until the log has been read from its head on. */
export interface StoredGap {
  readonly from: string;
  readonly until: string | null;
  readonly entries: number | null;
}

/** The answer of a log about a timestamp in a served certificate, or when it is to be asked. */
export const sctInclusions = pgTable(
  'sct_inclusions',
  {
    fingerprint256: text('fingerprint256')
      .notNull()
      .references(() => x509Certificates.fingerprint256, { onDelete: 'cascade' }),
    /** `TransparencyLog.id`. */
    logId: text('log_id').notNull(),
    signedAt: instant('signed_at').notNull(),
    /** Null before the first question. */
    inclusion: jsonb('inclusion').$type<StoredInclusion>(),
    askedAt: instant('asked_at'),
    /** Null: the answer is final. */
    nextAt: instant('next_at'),
  },
  (table) => [
    primaryKey({ columns: [table.fingerprint256, table.logId, table.signedAt] }),
    index('sct_inclusions_due_idx').on(table.logId, table.nextAt).where(sql`${table.nextAt} is not null`),
    index('sct_inclusions_asked_idx').on(table.askedAt).where(sql`${table.askedAt} is not null`),
  ],
);
export type StoredInclusion = Exclude<SctInclusion, { readonly kind: 'pending' }> | { readonly kind: 'pending' };

/** How far a search service was asked about a domain. One row for all organizations that watch it. */
export const issuanceSearches = pgTable(
  'issuance_searches',
  {
    /** Display name of the service. */
    source: text('source').notNull(),
    domain: byteOrderedText('domain').notNull(),
    cursor: text('cursor'),
    outcome: text('outcome').$type<IssuanceSearchResult['outcome']>(),
    reason: text('reason'),
    askedAt: instant('asked_at'),
    /** The last answer that was not a failure. */
    answeredAt: instant('answered_at'),
    nextAt: instant('next_at').notNull(),
    /** When it last began without a cursor. */
    startedAt: instant('started_at').notNull().defaultNow(),
    /** When to begin again without a cursor; null: not planned. */
    restartAt: instant('restart_at'),
  },
  (table) => [primaryKey({ columns: [table.source, table.domain] }), index('issuance_searches_due_idx').on(table.nextAt)],
);

/** The last log list that was read, one row, and how it was judged. */
export const transparencyLists = pgTable('transparency_lists', {
  one: boolean('one').primaryKey().default(true),
  listedAt: instant('listed_at'),
  askedAt: instant('asked_at').notNull(),
  /** Null: it was verified and taken over. */
  problem: text('problem'),
});
