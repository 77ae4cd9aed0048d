import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One row: who this collector is. Written by `enroll` only. */
export const identities = sqliteTable('identities', {
  id: integer().primaryKey(),
  collectorId: text('collector_id').notNull(),
  /** PEM of the Ed25519 key that signs bundles; it never leaves this file. */
  privateKey: text('private_key').notNull(),
  sealingKey: text('sealing_key').notNull(),
  receiptKey: text('receipt_key').notNull(),
  serverUrl: text('server_url').notNull(),
  mode: text({ enum: ['online', 'offline'] }).notNull(),
});

/** The queue. A scan appends; only a receipt deletes. */
export const bundles = sqliteTable('bundles', {
  sequence: integer().primaryKey(),
  hash: text().notNull(),
  bytes: blob({ mode: 'buffer' }).notNull(),
  isComplete: integer('is_complete', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
});

/** The digest of the last queued finding of each endpoint and file. Moved with the bundle that has it. */
export const findings = sqliteTable(
  'findings',
  {
    kind: text({ enum: ['endpoint', 'file'] }).notNull(),
    key: text().notNull(),
    digest: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
);

/** Certificates that a queued bundle had, by SHA-256: they don't travel again. Moved with that bundle. */
export const certificates = sqliteTable('certificates', { sha256: text().primaryKey() });

/** One row: where the chain of bundles ends, and what the server last said. */
export const states = sqliteTable('states', {
  id: integer().primaryKey(),
  lastSequence: integer('last_sequence').notNull(),
  lastHash: text('last_hash'),
  acknowledged: integer().notNull(),
  acknowledgedHash: text('acknowledged_hash'),
  scannedAt: integer('scanned_at', { mode: 'timestamp_ms' }),
  completedAt: integer('completed_at', { mode: 'timestamp_ms' }),
  /** The server misses bundles that are gone here: the next scan refers to none. */
  needsComplete: integer('needs_complete', { mode: 'boolean' }).notNull(),
  /** Endpoints that the server asks for. */
  targets: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
  /** By the server's clock; of the newest receipt. */
  receiptAt: integer('receipt_at', { mode: 'timestamp_ms' }),
  /** This machine's clock less the server's; null if unknown. */
  clockOffsetMs: integer('clock_offset_ms'),
  /** Set by an answer of the server, cleared by `enroll --replace` or a receipt that takes it back: nothing is sent. */
  stop: text({ enum: ['revoked', 'fork', 'token_refused'] }),
  /** Why the last attempt to send failed; null after a success. */
  problem: text(),
});

/** The version of these tables, as `user_version` of the file. */
export const TABLES_VERSION = 1;

/** The tables above. A test compares both. */
export const createTables = `
CREATE TABLE identities (
  id INTEGER PRIMARY KEY CHECK (id = 1), collector_id TEXT NOT NULL, private_key TEXT NOT NULL, sealing_key TEXT NOT NULL,
  receipt_key TEXT NOT NULL, server_url TEXT NOT NULL, mode TEXT NOT NULL
) STRICT;
CREATE TABLE bundles (
  sequence INTEGER PRIMARY KEY, hash TEXT NOT NULL, bytes BLOB NOT NULL, is_complete INTEGER NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE findings (kind TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (kind, key)) STRICT, WITHOUT ROWID;
CREATE TABLE certificates (sha256 TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE states (
  id INTEGER PRIMARY KEY CHECK (id = 1), last_sequence INTEGER NOT NULL, last_hash TEXT, acknowledged INTEGER NOT NULL,
  acknowledged_hash TEXT, scanned_at INTEGER, completed_at INTEGER, needs_complete INTEGER NOT NULL, targets TEXT NOT NULL,
  receipt_at INTEGER, clock_offset_ms INTEGER, stop TEXT, problem TEXT
) STRICT;
`;
