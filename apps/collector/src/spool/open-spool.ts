import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@notafter/command-line';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { createTables, TABLES_VERSION } from './tables.ts';

const FILE = 'spool.sqlite';
const LOCK = 'run.lock';
/** The files that SQLite creates are for this user only, from their first byte. */
const PRIVATE_UMASK = 0o077;
const PAGE_BYTES = 4_096;
const LOG_BYTES = 64 * PAGE_BYTES;
const BUSY_TIMEOUT_MS = 10_000;

export type SpoolDatabase = BetterSQLite3Database & { readonly $client: Database.Database };

export const codeOf = (error: unknown): string => {
  const own = error instanceof Error && 'code' in error ? String(error.code) : '';
  return own === '' && error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : own;
};

/** Whether an error says that the disk is full. */
export const isDiskFull = (error: unknown): boolean => ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'SQLITE_IOERR_WRITE'].includes(codeOf(error));

const isDenied = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'SQLITE_CANTOPEN', 'SQLITE_READONLY'].includes(codeOf(error));

/** Runs what needs the data directory. Throws UsageError if this user has no access to it. */
const withAccess = <Result>(dataDir: string, use: () => Result): Result => {
  try {
    return use();
  } catch (error) {
    if (!isDenied(error)) throw error;
    throw new UsageError(
      `This user can't use the data directory ${dataDir} (${codeOf(error)}). Run this as the collector's user, or set dataDir.`,
      null,
      { cause: error },
    );
  }
};

/** Opens a database in the data directory, which it creates. */
const openIn = (dataDir: string, name: string, timeout: number): Database.Database =>
  withAccess(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    process.umask(PRIVATE_UMASK);
    return new Database(join(dataDir, name), { timeout });
  });

export const isEnrolledAt = (dataDir: string): boolean =>
  withAccess(dataDir, () => statSync(join(dataDir, FILE), { throwIfNoEntry: false }) !== undefined);

/** Opens the spool; the first time, creates its folder and tables. All of it is readable by this user only. */
export const openDatabase = (dataDir: string): SpoolDatabase => {
  const client = openIn(dataDir, FILE, BUSY_TIMEOUT_MS);
  try {
    chmodSync(join(dataDir, FILE), 0o600);
    client.pragma('journal_mode = WAL');
    // A committed scan survives the loss of power.
    client.pragma('synchronous = FULL');
    // The log stays small beside the queue: a small disk has to hold both.
    client.pragma(`wal_autocheckpoint = ${LOG_BYTES / PAGE_BYTES}`);
    client.pragma(`journal_size_limit = ${LOG_BYTES}`);
    const version = Number(client.pragma('user_version', { simple: true }));
    if (version > TABLES_VERSION)
      throw new UsageError(`${join(dataDir, FILE)} was written by a newer version of the collector. Install that version or a newer one.`);
    if (version === 0) {
      client.transaction(() => {
        client.exec(createTables);
        client.pragma(`user_version = ${TABLES_VERSION}`);
      })();
    }
  } catch (error) {
    client.close();
    throw error;
  }
  return drizzle({ client });
};

/**
 * Makes this process the only one that scans and sends from a data directory. The system releases the lock when the process ends, also
 * by kill -9. Throws UsageError if another process has it.
 */
export const lockDataDir = (dataDir: string): (() => void) => {
  const lock = openIn(dataDir, LOCK, 0);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    throw new UsageError(`Another collector runs with the data directory ${dataDir}. Stop it first.`);
  }
  return () => lock.close();
};
