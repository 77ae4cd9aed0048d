import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Sql, TransactionSql } from 'postgres';
import { appliedMigrations, type Connection, ownMigrations, type StoredTable, storedTables } from '../backup/schema-facts.ts';
import { columnsOf, openConnection, quoted } from '../backup/snapshot.ts';
import { closeDatabase, openDatabase } from '../client.ts';
import { ensureMonthPartitions } from '../month-partitions.ts';
import * as schema from '../schema/index.ts';
import { copyMissingX509 } from './copy-x509.ts';
import { type OwnedTable, organizationTables } from './organization-tables.ts';
import { findPrepared, hasOrganization, recordMove, settleMove } from './settle-move.ts';

/** A move that a person has to decide about; the message names the next step. */
export class MoveRefusal extends Error {
  override readonly name = 'MoveRefusal';
}

/** Jobs that wait for rows of the organization; their table belongs to the job queue. */
export interface MovingJobs {
  /** Removes them and returns them as JSON; `findOurs` returns the IDs that are of rows that move. */
  take(source: Connection, findOurs: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<readonly string[]>;
  put(target: Connection, jobs: readonly string[]): Promise<void>;
}

/** Crash points, for tests. */
export type MoveStep = 'held' | 'copied' | 'removed' | 'prepared' | 'committed';

export interface MoveRequest {
  /** URLs of two databases of this version, whose servers have the same secret key. */
  readonly from: string;
  readonly to: string;
  readonly organizationId: string;
  readonly jobs: MovingJobs;
  readonly now: Date;
  /** For checks and messages that are under way to end. */
  readonly graceMs: number;
  readonly at?: (step: MoveStep) => void | Promise<void>;
}

export interface MoveReport {
  /** Rows of each table that moved; absent if an earlier run had moved them. */
  readonly rows: Readonly<Record<string, number>> | null;
  /** X.509 certificates that the target lacked. */
  readonly x509: number;
  readonly jobs: number;
  /** How long the organization's rows were locked. */
  readonly lockedMs: number;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Workers leave the organization alone for this long; if the move fails, its checks and messages are due again afterwards. */
const HOLD = '15 min';
/** Claimed with SKIP LOCKED, so a lock keeps workers away. */
const CLAIMED = new Set([
  'check_schedule',
  'delivery_queues',
  'deliveries',
  'webhook_deliveries',
  'renewal_preflights',
  'report_deliveries',
]);

/**
 * Moves an organization with all its rows from one database to another, while both are in use. The copy is a prepared transaction
 * until the source has committed the removal of exactly these rows, so a crash at any point leaves the organization in one place; the
 * next run ends what is left. Throws `MoveRefusal`.
 */
export async function moveOrganization(request: MoveRequest): Promise<MoveReport> {
  const { organizationId } = request;
  if (!UUID.test(organizationId)) throw new MoveRefusal('The ID of an organization is a UUID in lower case.');
  const [source, target] = [openConnection(request.from, 'notafter-move'), openConnection(request.to, 'notafter-move')];
  try {
    if (await settleMove(source, target, organizationId)) return { rows: null, x509: 0, jobs: 0, lockedMs: 0 };
    await requireMovable(source, target, organizationId);
    await makeMonths(source, request.to, request.now);
    await hold(source, organizationId);
    await request.at?.('held');
    await new Promise((done) => setTimeout(done, request.graceMs));
    try {
      return await moveRows(source, target, request);
    } catch (error) {
      // Without a connection, the next run settles it.
      await settleMove(source, target, organizationId).catch(() => undefined);
      throw error;
    }
  } finally {
    await Promise.all([source.end({ timeout: 0 }), target.end({ timeout: 0 })]);
  }
}

async function requireMovable(source: Sql, target: Sql, organizationId: string): Promise<void> {
  const place = (sql: Sql) => sql<{ id: string }[]>`select system_identifier || '/' || current_database() as id from pg_control_system()`;
  const [[from], [to]] = await Promise.all([place(source), place(target)]);
  if (from?.id === to?.id) throw new MoveRefusal('Both URLs lead to the same database.');
  const own = ownMigrations().map(({ hash }) => hash);
  for (const [name, sql] of [
    ['source', source],
    ['target', target],
  ] as const) {
    const applied = await appliedMigrations(sql);
    if (applied.join() !== own.join()) throw new MoveRefusal(`The ${name} is of another version. Start this version on both once.`);
  }
  const [limit] = await target<{ max_prepared_transactions: string }[]>`show max_prepared_transactions`;
  if (Number(limit?.max_prepared_transactions) === 0) {
    throw new MoveRefusal(
      'The target takes no prepared transactions. Set max_prepared_transactions to at least 2 and restart its PostgreSQL.',
    );
  }
  if (!(await hasOrganization(source, organizationId))) throw new MoveRefusal('The source has no organization of this ID.');
  if (await hasOrganization(target, organizationId)) throw new MoveRefusal('Both databases have an organization of this ID.');
  const [services] = await source<{ count: number }[]>`select count(*)::int from services where org_id = ${organizationId}`;
  if (services !== undefined && services.count > 0) {
    throw new MoveRefusal('The organization has data services, which cannot move. Delete them; their records end 30 days later.');
  }
  const addresses = await source<{ email: string }[]>`select email from users where org_id = ${organizationId}`;
  const taken = await target<{ email: string }[]>`select email from users where email = any(${addresses.map(({ email }) => email)})`;
  if (taken.length > 0)
    throw new MoveRefusal(`The target has accounts with these addresses: ${taken.map(({ email }) => email).join(', ')}.`);
}

/** Claims checks, messages and long work as a worker would, so that none begins. */
async function hold(source: Sql, organizationId: string): Promise<void> {
  await source.begin(async (sql) => {
    await sql`update check_schedule set next_check_at = now() + ${HOLD}::interval
      where certificate_id in (select id from certificates where org_id = ${organizationId}) and next_check_at < now() + ${HOLD}::interval`;
    await sql`update delivery_queues set paused_until = greatest(paused_until, now() + ${HOLD}::interval) where org_id = ${organizationId}`;
    await sql`update processes set run_at = greatest(run_at, now() + ${HOLD}::interval) where org_id = ${organizationId} and state = 'running'`;
  });
}

interface Table extends OwnedTable {
  readonly columns: string;
  readonly where: string;
}

/** In the order of their references. */
const tablesOf = (stored: readonly StoredTable[], organizationId: string): readonly Table[] =>
  organizationTables(schema).map((table) => {
    const found = stored.find(({ name }) => name === table.name);
    if (found === undefined) throw new Error(`The database has no table ${table.name}.`);
    return { ...table, columns: columnsOf(found), where: table.rowsOf(`'${organizationId}'::uuid`) };
  });

async function moveRows(source: Sql, target: Sql, { organizationId, jobs, at }: MoveRequest): Promise<MoveReport> {
  const moveId = randomUUID();
  const startedAt = performance.now();
  const report = await source.begin(async (from) => {
    const tables = tablesOf(await storedTables(from), organizationId);
    for (const { name, where, isParent } of tables) {
      // Organization, then parents in the order of their references: as other writers of several lock them.
      if (isParent || CLAIMED.has(name))
        await from.unsafe(`select count(*) from (select from ${quoted(name)} where ${where} for update) as locked`);
    }
    return target
      .begin(async (to) => {
        const x509 = await copyMissingX509(from, to, organizationId);
        const [late, early] = [tables.filter(({ isGuarded }) => !isGuarded), tables.filter(({ isGuarded }) => isGuarded)];
        for (const table of early) await copyTable(from, to, table);
        await at?.('copied');
        const taken = await jobs.take(from, (ids) => findOurs(from, tables, ids));
        await jobs.put(to, taken);
        // No lock of a parent holds back their new rows, so for a moment their tables take none at all.
        for (const { name } of late) await from.unsafe(`lock table ${quoted(name)} in share row exclusive mode`);
        for (const table of late) await copyTable(from, to, table);
        const rows: Record<string, number> = {};
        for (const table of [...late, ...early.toReversed()]) rows[table.name] = await removeTable(from, to, table);
        await recordMove(from, organizationId, moveId);
        // The target's sweep may have passed what came up since the lock.
        const [swept] = await from<{ until: string }[]>`select expiry_until::text as until from alert_sweeps`;
        if (swept !== undefined) await to`update alert_sweeps set expiry_until = least(expiry_until, ${swept.until}::timestamptz)`;
        // The target's searches are past what was issued for its domains until now.
        await to`update issuance_searches set restart_at = coalesce(restart_at, now()) where domain in (
          select domain from watched_domains where org_id = ${organizationId} and verified_at is not null)`;
        await at?.('removed');
        await to.prepare(findPrepared.nameOf(organizationId, moveId));
        return { rows, x509, jobs: taken.length };
      })
      .then(async (moved) => {
        await at?.('prepared');
        return moved;
      });
  });
  await at?.('committed');
  await settleMove(source, target, organizationId);
  return { ...report, lockedMs: performance.now() - startedAt };
}

/** Rows of past months get the partitions that the source has. Before the move, because it locks tables of the target. */
async function makeMonths(source: Sql, to: string, now: Date): Promise<void> {
  const months = (await storedTables(source)).flatMap(({ partitions }) => partitions.map(({ name }) => name.slice(-7)));
  const [year = 0, month = 0] = (months.sort()[0] ?? '').split('_').map(Number);
  if (month === 0) return;
  const target = openDatabase(to, { max: 1, applicationName: 'notafter-move' });
  try {
    await ensureMonthPartitions(target, now, Math.max(0, (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - month));
  } finally {
    await closeDatabase(target);
  }
}

async function copyTable(from: TransactionSql, to: TransactionSql, { name, columns, where }: Table): Promise<void> {
  const rows = await from.unsafe(`copy (select ${columns} from ${quoted(name)} where ${where}) to stdout`).readable();
  await pipeline(rows, await to.unsafe(`copy ${quoted(name)} (${columns}) from stdin`).writable());
}

/** Count and sum of the hashes of rows, whatever their order. */
const digest = (columns: string, from: string): string =>
  `select count(*)::int as count, coalesce(sum(hashtextextended(row(${columns})::text, 0)), 0)::text as sum from ${from}`;

/** Removes the rows at the source, if they are the ones that the target got. Returns how many. */
async function removeTable(from: TransactionSql, to: TransactionSql, { name, columns, where }: Table): Promise<number> {
  const removal = `with gone as (delete from ${quoted(name)} where ${where} returning ${columns}) ${digest(columns, 'gone')}`;
  const [[gone], [copied]] = await Promise.all([
    from.unsafe<{ count: number; sum: string }[]>(removal),
    to.unsafe<{ count: number; sum: string }[]>(digest(columns, `${quoted(name)} where ${where}`)),
  ]);
  if (gone === undefined || gone.count !== copied?.count || gone.sum !== copied.sum) {
    throw new MoveRefusal(`Rows of ${name} changed during the move. Nothing has moved. Try again.`);
  }
  return gone.count;
}

async function findOurs(from: Connection, tables: readonly Table[], ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const parts = tables
    .filter(({ columns }) => columns.startsWith('"id"') || columns.includes(', "id"'))
    .map(({ name, where }) => `select id::text from ${quoted(name)} where (${where}) and id::text = any($1)`);
  const rows = await from.unsafe<{ id: string }[]>(parts.join(' union '), [[...ids]]);
  return new Set(rows.map(({ id }) => id));
}
