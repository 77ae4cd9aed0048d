import type {
  CertificateFacts,
  CertificateSource,
  ClientFacts,
  ClientId,
  DeploymentState,
  HistoryAction,
  MissingIssuer,
  OtherCertificates,
  RenewalBasis,
  UnreachableKind,
  VerdictReason,
  VerdictWarning,
} from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { organizations } from '../accounts.ts';
import { collectors } from '../collectors.ts';
import { byteOrderedText, bytes, id, instant, revocationFact } from '../columns.ts';
import { environments } from '../environments.ts';
import { services } from '../services.ts';
import { processes } from '../steps.ts';

/**
 * A monitored endpoint and the certificate it last served, an uploaded certificate, or a date. Wide and rarely written: a check without changes writes only
 * `check_schedule`. Status is never stored; it is a range of `not_after`.
 */
export const certificates = pgTable(
  'certificates',
  {
    id: id<'certificate'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Where its facts come from. Only an endpoint is probed and has a row in `check_schedule`. */
    source: text('source').$type<CertificateSource>().notNull().default('endpoint'),
    /** Empty, like the port 0, unless it is an endpoint. */
    host: text('host').notNull(),
    port: integer('port').notNull(),
    /**
     * `formatTarget`: the identity of the endpoint, with its protocol, server name and address; displayed, searched and sorted. The name
     * that people gave it otherwise.
     */
    domain: text('domain').notNull(),
    /** The data service whose endpoint this is: it counts against no limit and may be probed at its address. */
    serviceId: id<'service'>('service_id').references(() => services.id, { onDelete: 'set null' }),
    /** The collector that checks it, inside a network that this server cannot reach. */
    collectorId: id<'collector'>('collector_id').references(() => collectors.id),
    environmentId: id<'environment'>('environment_id').references(() => environments.id),
    tags: jsonb('tags').$type<Record<string, string>>().notNull().default({}),
    /** Incremented by each edit; a stale one is a conflict. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    /** When a field of this row last changed; a check without changes does not update it. */
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** The certificate served last; all null if the endpoint was never reached. */
    issuer: text('issuer'),
    /** Both dates of the certificate that expires first among those that the name's addresses serve. */
    notBefore: instant('not_before'),
    notAfter: instant('not_after'),
    fingerprint: text('fingerprint'),
    fingerprint256: text('fingerprint256'),
    serialNumber: text('serial_number'),
    san: text('san').array().notNull().default([]),
    /** SHA-256 fingerprints into `x509_certificates`, leaf first as sent. */
    chain: text('chain').array().notNull().default([]),
    rootFingerprint256: text('root_fingerprint256'),
    /** The anchor of the organization that the path ends at; null if it ends at another root, or at none. */
    anchorFingerprint256: text('anchor_fingerprint256'),
    /** Every lasting reason of the verdict; dates are evaluated when read. */
    reasons: text('reasons').array().$type<VerdictReason[]>().notNull().default([]),
    warnings: text('warnings').array().$type<VerdictWarning[]>().notNull().default([]),
    /** Additional reasons, warnings and earlier expiry from other addresses of the name; null if none. */
    others: jsonb('others').$type<OtherCertificates>(),
    /** Explains `incomplete_chain`. */
    missingIssuer: jsonb('missing_issuer').$type<MissingIssuer>(),
    /** From the check that first found it; a check with the same result writes nothing. Null if not checked. */
    revocation: revocationFact('revocation'),
    /** Input of the verdicts of clients; null if not checked since this was stored. */
    clientFacts: jsonb('client_facts').$type<ClientFacts>(),
    address: text('address'),
    protocol: text('protocol'),
    cipher: text('cipher'),
    /** `AddressProbe.group` of the last check of every address. */
    keyExchange: text('key_exchange'),
    keyType: text('key_type'),
    keyBits: integer('key_bits'),
    /** Null while the endpoint is reachable. */
    unreachableReason: text('unreachable_reason').$type<UnreachableKind>(),
    unreachableDetail: text('unreachable_detail'),
    unreachableSince: instant('unreachable_since'),
    /** Incremented with every change of `not_after`, so that calendars accept the newest version of its event. */
    expirySequence: integer('expiry_sequence').notNull().default(0),
    /** `not_after`, or infinity if the endpoint was never reached. For ordering and ranges only: infinity cannot be a `Date`. */
    expiresAt: instant('expires_at').notNull().generatedAlwaysAs(sql`coalesce(not_after, 'infinity'::timestamptz)`),
    /** Bounded, because an index entry is limited to a third of a page. */
    issuerKey: byteOrderedText('issuer_key').notNull().generatedAlwaysAs(sql`lower(left(coalesce(issuer, ''), 100))`),
    /** Domain and issuer as searched; starts with the domain, so that it also orders by it. */
    searchText: byteOrderedText('search_text').notNull().generatedAlwaysAs(sql`lower(domain || E'\\n' || left(coalesce(issuer, ''), 200))`),
    /** For each tag, in lower case: its value, `name=value` and `name=`. */
    tagTerms: text('tag_terms').array().notNull().generatedAlwaysAs(sql`certificate_tag_terms(tags)`),
  },
  (table) => [
    // Two collectors may each reach another host by one name.
    unique('certificates_org_domain_key').on(table.orgId, table.domain, table.collectorId).nullsNotDistinct(),
    index('certificates_collector_idx').on(table.collectorId).where(sql`${table.collectorId} is not null`),
    // One index per order of the list. Each also contains the columns of searches and filters, so that a page is found without
    // reading the wide rows; docs/decisions has the figures.
    index('certificates_by_expiry_idx').on(table.orgId, table.expiresAt, table.id, table.searchText, table.unreachableReason),
    index('certificates_by_domain_idx').on(table.orgId, table.searchText, table.id, table.expiresAt, table.unreachableReason),
    index('certificates_by_issuer_idx').on(
      table.orgId,
      table.issuerKey,
      table.id,
      table.searchText,
      table.expiresAt,
      table.unreachableReason,
    ),
    index('certificates_unreachable_idx')
      .on(table.orgId, table.expiresAt, table.id, table.searchText, table.issuerKey)
      .where(sql`${table.unreachableReason} is not null`),
    // Without the first character: a domain prefix is a range of the order by domain.
    index('certificates_search_idx').using('gin', sql`lower(substr(${table.domain}, 2)) gin_trgm_ops`),
    // The few unexpired ones that fail a compliance rule.
    index('certificates_faulty_idx').on(table.orgId, table.expiresAt).where(sql`${table.reasons} <> '{}'`),
    // The few without an endpoint.
    index('certificates_source_idx').on(table.orgId, table.source, table.id).where(sql`${table.source} <> 'endpoint'`),
    index('certificates_service_idx').on(table.orgId, table.serviceId).where(sql`${table.serviceId} is not null`),
    index('certificates_updated_idx').on(table.orgId, table.updatedAt),
    // Thresholds that the passing of time crosses, over all organizations.
    index('certificates_not_after_idx').on(table.notAfter),
    // With the end, so that lifetimes are counted without reading the wide rows.
    index('certificates_lifetime_idx').on(table.orgId, table.notBefore, table.notAfter),
    index('certificates_host_idx').on(table.orgId, table.host),
    // By the wildcard that covers the host: issued certificates find their endpoints.
    index('certificates_wildcard_idx').on(table.orgId, sql`('*.' || substr(${table.host}, strpos(${table.host}, '.') + 1))`),
    index('certificates_created_idx').on(table.orgId, table.createdAt),
    index('certificates_environment_idx').on(table.environmentId, table.expiresAt, table.id).where(sql`${table.environmentId} is not null`),
    index('certificates_anchor_idx').on(table.orgId, table.anchorFingerprint256).where(sql`${table.anchorFingerprint256} is not null`),
    index('certificates_tags_idx').using('gin', table.tagTerms).where(sql`${table.tagTerms} <> '{}'`),
    index('certificates_tagged_idx').on(table.orgId, table.expiresAt, table.id).where(sql`${table.tagTerms} <> '{}'`),
  ],
);

/**
 * Clients that refuse a certificate before it expires, by the client rules in force. Written when a check changes the certificate
 * and when the rules change.
 */
export const certificateRefusals = pgTable(
  'certificate_refusals',
  {
    certificateId: id<'certificate'>('certificate_id')
      .notNull()
      .references(() => certificates.id, { onDelete: 'cascade' }),
    client: text('client').$type<ClientId>().notNull(),
    refusedFrom: instant('refused_from').notNull(),
    /** When its alert was raised; null while the date is far. */
    alertedAt: instant('alerted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.certificateId, table.client] }),
    index('certificate_refusals_pending_idx').on(table.refusedFrom, table.certificateId).where(sql`${table.alertedAt} is null`),
  ],
);

/** The client rules that `certificate_refusals` was computed by, one row. */
export const appliedClientRules = pgTable('applied_client_rules', {
  one: boolean('one').primaryKey().default(true),
  version: text('version').notNull(),
});

/** When the renewal of each endpoint's certificate is due and late; written when the certificate or its CA's window changes. */
export const certificateRenewals = pgTable(
  'certificate_renewals',
  {
    certificateId: id<'certificate'>('certificate_id')
      .primaryKey()
      .references(() => certificates.id, { onDelete: 'cascade' }),
    dueAt: instant('due_at').notNull(),
    lateAt: instant('late_at').notNull(),
    basis: text('basis').$type<RenewalBasis>().notNull(),
    /** The endpoint's own certificate, as in `certificates`. */
    fingerprint256: text('fingerprint256'),
  },
  (table) => [
    index('certificate_renewals_late_idx').on(table.lateAt),
    // Finds the endpoints that serve a certificate.
    index('certificate_renewals_fingerprint_idx').using('hash', table.fingerprint256),
  ],
);

/**
 * Endpoints that serve another certificate than the organization knows for them. Written when a check, a report about files or an
 * upload changes either side; removed when both agree.
 */
export const certificateDeployments = pgTable(
  'certificate_deployments',
  {
    certificateId: id<'certificate'>('certificate_id')
      .primaryKey()
      .references(() => certificates.id, { onDelete: 'cascade' }),
    state: text('state').$type<DeploymentState>().notNull(),
    /** The certificate that is served and should not be, or nobody knows. Into `x509_certificates`, as the next. */
    served: text('served').notNull(),
    /** The newest one that is known for the endpoint. */
    known: text('known').notNull(),
    /** Since when both are known. */
    since: instant('since').notNull(),
  },
  (table) => [index('certificate_deployments_served_idx').on(table.served)],
);

/** One X.509 certificate, stored once for all endpoints that serve it. */
export const x509Certificates = pgTable(
  'x509_certificates',
  {
    fingerprint256: text('fingerprint256').primaryKey(),
    /** The parsed facts with dates as ISO 8601 text. */
    facts: jsonb('facts').$type<StoredFacts>().notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    /** SHA-256 of the SubjectPublicKeyInfo, by the function `certificate_key256`, which a trigger calls. Null if it can't be read. */
    key256: bytes('key256'),
  },
  (table) => [index('x509_certificates_key_idx').on(table.key256).where(sql`${table.key256} is not null`)],
);
export type StoredFacts = Omit<CertificateFacts, 'notBefore' | 'notAfter'> & { readonly notBefore: string; readonly notAfter: string };

/**
 * X.509 certificates that were unreferenced at the last search. A check that stores one deletes its row; one that remains half a
 * day later is deleted with its row.
 */
export const unusedX509 = pgTable('unused_x509', {
  fingerprint256: text('fingerprint256').primaryKey(),
  foundAt: instant('found_at').notNull(),
});

/**
 * When each endpoint is due; narrow because every check writes it. A worker that claims a row moves `next_check_at` ahead by a
 * lease, so that a dead worker's rows fall due again.
 */
export const checkSchedule = pgTable(
  'check_schedule',
  {
    certificateId: id<'certificate'>('certificate_id')
      .primaryKey()
      .references(() => certificates.id, { onDelete: 'cascade' }),
    shard: smallint('shard').notNull(),
    nextCheckAt: instant('next_check_at').notNull(),
    /** Consecutive failed checks. */
    fails: smallint('fails').notNull().default(0),
    lastCheckedAt: instant('last_checked_at'),
    /** When the newest history entry was written. */
    lastRecordedAt: instant('last_recorded_at'),
    /** `AddressProbe.set` of the last check of every address. */
    addressSet: text('address_set'),
    /** When that was; null if the next check has to cover every address. */
    addressesAt: instant('addresses_at'),
    /** The anchors that the last check of every address judged by; null without any. */
    anchorsDigest: text('anchors_digest'),
    /** How long the last scheduled check took, its wait for a free probe included; null before the first. */
    durationMs: integer('duration_ms'),
  },
  (table) => [
    index('check_schedule_due_idx').on(table.shard, table.nextCheckAt),
    // Those that failed often enough to alert.
    index('check_schedule_failing_idx').on(table.certificateId).where(sql`${table.fails} >= 3`),
    // The few that are slow, for the operator.
    index('check_schedule_slow_idx').on(table.durationMs).where(sql`${table.durationMs} >= 1000`),
  ],
);

/**
 * The result of each address behind a name and each key type that it serves, when all were last checked. A name with one address
 * and one certificate has no rows here.
 */
export const certificateAddresses = pgTable(
  'certificate_addresses',
  {
    certificateId: id<'certificate'>('certificate_id')
      .notNull()
      .references(() => certificates.id, { onDelete: 'cascade' }),
    address: text('address').notNull(),
    /** `keyTypeLabel` of its certificate; empty if unreachable. */
    keyType: text('key_type').notNull().default(''),
    /** Its position among the results. */
    place: smallint('place').notNull(),
    /** Into `x509_certificates`; null, like the dates, if unreachable. */
    fingerprint256: text('fingerprint256'),
    notBefore: instant('not_before'),
    notAfter: instant('not_after'),
    /** Lasting reasons. */
    reasons: text('reasons').array().$type<VerdictReason[]>().notNull(),
    unreachableReason: text('unreachable_reason').$type<UnreachableKind>(),
    unreachableDetail: text('unreachable_detail'),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.certificateId, table.address, table.keyType] }),
    // Whether a certificate is served anywhere.
    index('certificate_addresses_x509_idx').using('hash', table.fingerprint256),
  ],
);

/**
 * Partitioned; see `month-partitions.ts`. `added` and `renewed` entries are in one partition and kept as long as their certificate.
 * `checked` ones have a partition per month, dropped after twelve months.
 */
export const certificateHistory = pgTable(
  'certificate_history',
  {
    id: id<'history-entry'>('id').notNull(),
    certificateId: id<'certificate'>('certificate_id').notNull(),
    action: text('action').$type<HistoryAction>().notNull(),
    recordedAt: instant('recorded_at').notNull(),
    issuer: text('issuer').notNull(),
    notAfter: instant('not_after').notNull(),
    /** Empty for a date. */
    fingerprint256: text('fingerprint256').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.recordedAt, table.id, table.action] }),
    foreignKey({ columns: [table.certificateId], foreignColumns: [certificates.id] }).onDelete('cascade'),
    index('certificate_history_certificate_idx').on(table.certificateId, table.recordedAt, table.id),
    // Whether a served certificate is still referenced. A `checked` entry has the fingerprint of the entry it confirms.
    index('certificate_history_x509_idx').using('hash', table.fingerprint256).where(sql`${table.action} <> 'checked'`),
  ],
);

/**
 * Certificates per organization and hour of expiry, maintained by triggers on `certificates`: the cards add whole hours and count
 * only the rows of the boundary hours. Certificates never seen are at `infinity`.
 */
export const certificateCounts = pgTable(
  'certificate_counts',
  {
    orgId: id<'organization'>('org_id').notNull(),
    expiresHour: instant('expires_hour').notNull(),
    total: integer('total').notNull(),
    unreachable: integer('unreachable').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.expiresHour] })],
);

/** A bulk check's details; the rest is in its process. `cursor` is the last certificate finished, so a new worker continues from there. */
export const checkRuns = pgTable('check_runs', {
  id: id<'check-run'>('id')
    .primaryKey()
    .references(() => processes.id, { onDelete: 'cascade' }),
  selection: jsonb('selection').$type<StoredSelection>().notNull(),
  succeeded: integer('succeeded').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  /** The first 100 failures, with the text people read. */
  failures: jsonb('failures').$type<CheckFailure[]>().notNull().default([]),
  cursor: id<'certificate'>('cursor'),
});
export interface CheckFailure {
  readonly id: string;
  readonly domain: string;
  readonly message: string;
}
export type StoredSelection = { readonly ids: readonly string[] } | { readonly search: string; readonly status: string };
