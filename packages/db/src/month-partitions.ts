import { sql } from 'drizzle-orm';
import type { Database, Transaction } from './client.ts';

interface MonthlyTable {
  readonly name: string;
  readonly column: string;
  /** The smallest value of the column at an instant, as SQL. Never a value from outside. */
  boundAt(at: Date): string;
  /** Whole months before the current one. */
  readonly monthsKept: number;
}

const instantBound = (at: Date): string => `'${at.toISOString()}'`;
/** A UUIDv7 begins with its time in ms: RFC 9562 section 5.7. */
const idBound = (at: Date): string => `'${at.getTime().toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-0000-0000-000000000000'`;

/** Tables that grow with time and have a partition per month. Decision 071 says why these. */
const monthlyTables: readonly MonthlyTable[] = [
  { name: 'certificate_history_checked', column: 'recorded_at', boundAt: instantBound, monthsKept: 12 },
  // Longer than the two years of an alert. All its rows are read by message, so partitions cost nothing.
  { name: 'delivery_attempts', column: 'message_id', boundAt: idBound, monthsKept: 25 },
];

const MONTHS_AHEAD = 2;
const PARTITION_LOCK = '7957707931953652851';
/** Dropping waits for running queries of the table, and new ones wait for it. */
const DROP_WAIT = '5s';

/**
 * Creates missing partitions for the month of `now` and the two after it, and `monthsBack` earlier ones for imports of old rows. Moves
 * rows from the default partitions. Several processes can call it at any time.
 */
export async function ensureMonthPartitions(db: Database, now: Date, monthsBack = 0): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPartitions(tx);
    for (const table of monthlyTables) {
      for (let offset = -monthsBack; offset <= MONTHS_AHEAD; offset += 1) {
        await ensureMonth(tx, table, monthStart(now, offset), monthStart(now, offset + 1));
      }
    }
  });
}

/**
 * Drops the partitions of months that are no longer kept: `checked` entries after 12 whole months, attempts after 25. Returns their names.
 */
export async function dropOldMonths(db: Database, now: Date): Promise<readonly string[]> {
  const dropped: string[] = [];
  for (const { name: table, monthsKept } of monthlyTables) {
    const oldest = partitionName(table, monthStart(now, -monthsKept));
    const old = await db.execute<{ name: string }>(sql`
      select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = ${table}::regclass and relname ~ ${`^${table}_\\d{4}_\\d\\d$`} and relname collate "C" < ${oldest} order by relname`);
    for (const { name } of old) {
      await db.transaction(async (tx) => {
        await lockPartitions(tx);
        await tx.execute(sql.raw(`set local lock_timeout = '${DROP_WAIT}'`));
        await tx.execute(sql`drop table if exists ${sql.identifier(name)}`);
      });
      dropped.push(name);
    }
  }
  return dropped;
}

const lockPartitions = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${PARTITION_LOCK}::bigint)`);

// Created separately and attached, because PARTITION OF fails if the default partition has rows of that month.
async function ensureMonth(tx: Transaction, { name: table, column, boundAt }: MonthlyTable, from: Date, to: Date): Promise<void> {
  const name = partitionName(table, from);
  const [found] = await tx.execute<{ exists: boolean }>(sql`select to_regclass(${name}) is not null as exists`);
  if (found?.exists) return;
  const partition = sql.identifier(name);
  // Bounds cannot be parameters.
  const [first, next, key] = [sql.raw(boundAt(from)), sql.raw(boundAt(to)), sql.identifier(column)];
  await tx.execute(sql`create table ${partition} (like ${sql.identifier(table)} including all)`);
  await tx.execute(sql`
    with moved as (delete from ${sql.identifier(`${table}_default`)} where ${key} >= ${first} and ${key} < ${next} returning *)
    insert into ${partition} select * from moved`);
  await tx.execute(sql`alter table ${sql.identifier(table)} attach partition ${partition} for values from (${first}) to (${next})`);
}

const partitionName = (table: string, month: Date): string => `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;

function monthStart(now: Date, offset: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
}
