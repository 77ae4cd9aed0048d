import type {
  AccountCloud,
  BackupCause,
  BackupSchedule,
  BackupState,
  CloudSlug,
  DrillEvidence,
  InstanceKind,
  MachineReport,
  ServicePlanName,
  ServicePort,
  ServiceSize,
  SolutionSlug,
  TableContents,
} from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations, users } from './accounts.ts';
import { id, instant } from './columns.ts';
import { processes } from './steps.ts';

/** One row: the mark of this installation on everything that it creates on a cloud. */
export const installations = pgTable('installations', {
  one: boolean('one').primaryKey().default(true),
  id: id<'installation'>('id').notNull(),
});

/** The installation's own certificate authorities. The newest one signs; older ones stay for what they signed. */
export const serviceAuthorities = pgTable('service_authorities', {
  id: id<'service-authority'>('id').primaryKey(),
  /** PEM. */
  certificate: text('certificate').notNull(),
  keySealed: text('key_sealed').notNull(),
  notAfter: instant('not_after').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** An account on a cloud that an organization entered. The operator's own are in the environment. */
export const cloudAccounts = pgTable(
  'cloud_accounts',
  {
    id: id<'cloud-account'>('id').primaryKey(),
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    cloud: text('cloud').$type<AccountCloud>().notNull(),
    /** `CloudCredentials` in JSON. */
    credentialsSealed: text('credentials_sealed').notNull(),
    /** Why it can't be used, at the last check; a sentence for people. */
    problem: text('problem'),
    /** Whether the cloud refused the credentials, or a permission of theirs. */
    isRefused: boolean('is_refused').notNull().default(false),
    checkedAt: instant('checked_at').notNull(),
    createdBy: id<'user'>('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('cloud_accounts_name_key').on(table.orgId, sql`lower(${table.name})`)],
);

/**
 * A data service: what was asked for, and what its cloud has of it. Its status is derived. Operations move it, one at a time, under
 * `operationId`; the minute's look writes what it observes. A deleted one stays for 30 days without secrets, so that what a late
 * answer of the cloud brings to light is known and removed.
 */
export const services = pgTable(
  'services',
  {
    id: id<'service'>('id').primaryKey(),
    /** Not `cascade`: nothing would end what runs on the cloud. */
    orgId: id<'organization'>('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'restrict' }),
    /** The name in the API and on screens, such as `pg-7f3a91c2`. */
    resourceId: text('resource_id').notNull(),
    solution: text('solution').$type<SolutionSlug>().notNull(),
    cloud: text('cloud').$type<CloudSlug>().notNull(),
    /** Null: the operator's account, or this server. */
    accountId: id<'cloud-account'>('account_id').references(() => cloudAccounts.id, { onDelete: 'restrict' }),
    region: text('region').notNull(),
    plan: text('plan').$type<ServicePlanName>().notNull(),
    user: text('user').notNull(),
    /** Null once deleted. */
    passwordSealed: text('password_sealed'),
    /** The password that a rotation sets. Until it ended, either may be the one in force. */
    nextPasswordSealed: text('next_password_sealed'),
    /** When the engine last got another password than it was created with; null if it has not. */
    passwordChangedAt: instant('password_changed_at'),
    authorityId: id<'service-authority'>('authority_id').references(() => serviceAuthorities.id),
    /** PEM; null until a deployment issued it. */
    certificate: text('certificate'),
    certificateKeySealed: text('certificate_key_sealed'),
    certificateNotAfter: instant('certificate_not_after'),
    /** In upper-case hex with colons. */
    certificateFingerprint256: text('certificate_fingerprint256'),
    /** The public key (SubjectPublicKeyInfo, base64) that a machine made; null before its first request, and without a machine. */
    machineKey: text('machine_key'),
    /** Of a machine's first boot. */
    machineReport: jsonb('machine_report').$type<MachineReport>(),
    /** When the cloud last said what it has of this service: a look asks the engine alone in between. */
    cloudSeenAt: instant('cloud_seen_at'),
    /** How the cloud differs from what was asked for, although the engine is well; a sentence for people. */
    drift: text('drift'),
    /** The names in it. */
    certificateNames: jsonb('certificate_names').$type<readonly string[]>().notNull().default([]),
    /** DNS names that an admin added for the certificate. */
    extraNames: jsonb('extra_names').$type<readonly string[]>().notNull().default([]),
    /** Addresses and CIDRs that clients may connect from; empty: any. */
    allowlist: jsonb('allowlist').$type<readonly string[]>().notNull().default([]),
    /** The one that an operation sets. Until it ended, either may be in force. */
    nextAllowlist: jsonb('next_allowlist').$type<readonly string[]>(),
    /** When a renewal last began by itself. */
    renewalTriedAt: instant('renewal_tried_at'),
    /** Of the certificate that the engine served at the last look. */
    servedFingerprint256: text('served_fingerprint256'),
    /** Where clients connect; null until the cloud said it. */
    host: text('host'),
    /** Reserved before anything is created. */
    ports: jsonb('ports').$type<readonly ServicePort[]>().notNull().default([]),
    /** The limits in force; smaller than the plan where the machine is. */
    size: jsonb('size').$type<ServiceSize>(),
    /** The version that the engine said. */
    version: text('version'),
    /** When the engine first took a sign-in. */
    runningSince: instant('running_since'),
    /** Found by the last look; a sentence for people. */
    problem: text('problem'),
    /** When the problem began; null while there is none. */
    problemSince: instant('problem_since'),
    /** Why the last operation failed; null once another one began. */
    failure: text('failure'),
    /** The last answer of the cloud or the engine to the operation under way. */
    lastAnswer: text('last_answer'),
    restarts: integer('restarts').notNull().default(0),
    observedAt: instant('observed_at'),
    backupSchedule: text('backup_schedule').$type<BackupSchedule>().notNull().default('daily'),
    /** Found by the sweep of backups; a sentence for people. */
    backupProblem: text('backup_problem'),
    operationId: id<'service-operation'>('operation_id').references(() => processes.id, { onDelete: 'set null' }),
    isProtected: boolean('is_protected').notNull().default(false),
    deletionWantedAt: instant('deletion_wanted_at'),
    deletedAt: instant('deleted_at'),
    createdBy: id<'user'>('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('services_resource_id_key').on(table.resourceId),
    index('services_org_idx').on(table.orgId, table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    index('services_operation_idx').on(table.operationId).where(sql`${table.operationId} is not null`),
  ],
);

/** The details of an operation, beside its process. */
export const serviceOperations = pgTable('service_operations', {
  id: id<'service-operation'>('id')
    .primaryKey()
    .references(() => processes.id, { onDelete: 'cascade' }),
  serviceId: id<'service'>('service_id')
    .notNull()
    .references(() => services.id, { onDelete: 'cascade' }),
  /** Of a resize: the plan that it leads to. */
  plan: text('plan').$type<ServicePlanName>(),
  /** The backup that it takes, restores or tries. */
  backupId: id<'service-backup'>('backup_id'),
  /** Of a restore: the backup of the present data that comes first. */
  copyId: id<'service-backup'>('copy_id'),
  /** Of a backup: the service is deleted once it is good. */
  deletesAfter: boolean('deletes_after').notNull().default(false),
});

/** A time in which a service had one price: from the creation of its instance to its removal, with a further row from each resize. */
export const serviceCharges = pgTable(
  'service_charges',
  {
    serviceId: id<'service'>('service_id')
      .notNull()
      .references(() => services.id, { onDelete: 'cascade' }),
    since: instant('since').notNull(),
    /** Null: it goes on. */
    until: instant('until'),
    hourlyUsd: doublePrecision('hourly_usd').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.serviceId, table.since] }),
    uniqueIndex('service_charges_open_key').on(table.serviceId).where(sql`${table.until} is null`),
  ],
);

/** The history of a service, in sentences for people. Kept as long as the service. */
export const serviceEvents = pgTable(
  'service_events',
  {
    id: id<'service-event'>('id').primaryKey(),
    serviceId: id<'service'>('service_id')
      .notNull()
      .references(() => services.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('service_events_service_idx').on(table.serviceId, table.at, table.id)],
);

/**
 * Something with this installation's mark on a cloud, whose service no row knows: of a database that was restored from a backup, or
 * lost. Listed for the operator and never removed by itself. Written by each complete listing of the cloud.
 */
export const serviceOrphans = pgTable(
  'service_orphans',
  {
    cloud: text('cloud').$type<CloudSlug>().notNull(),
    /** Null: the operator's. */
    accountId: id<'cloud-account'>('account_id').references(() => cloudAccounts.id, { onDelete: 'cascade' }),
    serviceId: id<'service'>('service_id').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cloud, table.serviceId] })],
);

/**
 * A backup of a service. `running` from its start, moved by its operation to `ok`, once the store has all of it, or to `failed`.
 * The sweep moves an `ok` one that the store lost to `failed`. Kept by rule, and 30 days after the service was deleted.
 */
export const serviceBackups = pgTable(
  'service_backups',
  {
    id: id<'service-backup'>('id').primaryKey(),
    /** Not `cascade`: the store would keep it forever. */
    serviceId: id<'service'>('service_id')
      .notNull()
      .references(() => services.id, { onDelete: 'restrict' }),
    cause: text('cause').$type<BackupCause>().notNull(),
    state: text('state').$type<BackupState>().notNull().default('running'),
    /** Its name in the store. */
    object: text('object').notNull(),
    /** The version that wrote the data. */
    engine: text('engine').notNull(),
    /** The kind of instance that it was taken from; null until then. */
    takenFrom: text('taken_from').$type<InstanceKind>(),
    /** The password in force when it was taken: a restored engine has it. */
    passwordSealed: text('password_sealed').notNull(),
    /** As stored. */
    bytes: bigint('bytes', { mode: 'number' }),
    contents: jsonb('contents').$type<readonly TableContents[]>(),
    /** Why it is `failed`; a sentence for people. */
    failure: text('failure'),
    takenAt: instant('taken_at').notNull(),
    finishedAt: instant('finished_at'),
    /** Since then it is no longer listed, and the sweep removes it from the store. */
    removalWantedAt: instant('removal_wanted_at'),
    /** When the sweep made sure that nothing of a failed one is in the store. */
    clearedAt: instant('cleared_at'),
  },
  (table) => [index('service_backups_service_idx').on(table.serviceId, table.takenAt, table.id)],
);

/** A trial restore of a backup into an instance that is removed afterwards. The last ones of each service are kept. */
export const serviceDrills = pgTable(
  'service_drills',
  {
    /** Also the tag of its instance. */
    id: id<'service-operation'>('id').primaryKey(),
    serviceId: id<'service'>('service_id')
      .notNull()
      .references(() => services.id, { onDelete: 'cascade' }),
    backupTakenAt: instant('backup_taken_at').notNull(),
    /** `running`, moved by its process. */
    state: text('state').$type<'running' | 'passed' | 'failed'>().notNull().default('running'),
    /** Of its instance. */
    ports: jsonb('ports').$type<readonly ServicePort[]>().notNull().default([]),
    evidence: jsonb('evidence').$type<DrillEvidence>(),
    failure: text('failure'),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [index('service_drills_service_idx').on(table.serviceId, table.startedAt, table.id)],
);
