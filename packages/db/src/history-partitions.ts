import { sql } from 'drizzle-orm';
import type { Database, Transaction } from './client.ts';

const TABLE = 'certificate_history';
const MONTHS_AHEAD = 2;
const PARTITION_LOCK = '7957707931953652851';

/**
 * Creates missing partitions of `certificate_history` for the month of `now` and the two after it, and `monthsBack` earlier ones
 * for imports of old history. Moves rows from the default partition. Several processes can call it at any time.
 */
export async function ensureHistoryPartitions(db: Database, now: Date, monthsBack = 0): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${PARTITION_LOCK}::bigint)`);
    for (let offset = -monthsBack; offset <= MONTHS_AHEAD; offset += 1) {
      await ensureMonth(tx, monthStart(now, offset), monthStart(now, offset + 1));
    }
  });
}

// Created separately and attached, because PARTITION OF fails if the default partition has rows of that month.
async function ensureMonth(tx: Transaction, from: Date, to: Date): Promise<void> {
  const name = `${TABLE}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  const [found] = await tx.execute<{ exists: boolean }>(sql`select to_regclass(${name}) is not null as exists`);
  if (found?.exists) return;
  const partition = sql.identifier(name);
  const [first, next] = [from.toISOString(), to.toISOString()];
  await tx.execute(sql`create table ${partition} (like ${sql.identifier(TABLE)} including all)`);
  await tx.execute(sql`
    with moved as (
      delete from ${sql.identifier(`${TABLE}_default`)}
      where recorded_at >= ${first}::timestamptz and recorded_at < ${next}::timestamptz
      returning *
    )
    insert into ${partition} select * from moved`);
  // Bounds cannot be parameters; both are our own ISO timestamps.
  await tx.execute(
    sql`alter table ${sql.identifier(TABLE)} attach partition ${partition} for values from (${sql.raw(`'${first}'`)}) to (${sql.raw(`'${next}'`)})`,
  );
}

function monthStart(now: Date, offset: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
}
