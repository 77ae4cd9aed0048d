import {
  certificateAddresses,
  certificateHistory,
  certificates,
  collectorEndpoints,
  collectorFiles,
  type Executor,
  unusedX509,
  x509Certificates,
} from '@notafter/db';
import { addMs, HOUR_MS } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { plainArray } from './sql-arrays.ts';

/** Longer than any transaction, so that a reference stored before the row was found unused is committed. */
const UNUSED_FOR_MS = 12 * HOUR_MS;
/** Limit of one run: what a large organization leaves is spread over several days. */
const FOUND_MAX = 100_000;
/** Deleted in one statement, which may block a check that stores one of them. */
const BATCH = 2_000;
/** Each search reads every endpoint once, while other statements may take 30 s. */
const LOOK_TIMEOUT = '5min';

/** References of endpoints and their addresses, and of what collectors found. No index covers chains, so they are read in full. */
const served = sql`(
  select unnest(${certificates.chain}) as fingerprint256 from ${certificates}
  union all select ${certificates.rootFingerprint256} from ${certificates} where ${certificates.rootFingerprint256} is not null
  union all select ${certificateAddresses.fingerprint256} from ${certificateAddresses} where ${certificateAddresses.fingerprint256} is not null
  union all select unnest(${collectorEndpoints.chain}) from ${collectorEndpoints}
  union all select unnest(${collectorFiles.chain}) from ${collectorFiles}
)`;

/** References of history; far more rows than the endpoints, and indexed. */
const recordedFingerprints = sql`(select ${certificateHistory.fingerprint256} from ${certificateHistory} where ${certificateHistory.action} <> 'checked')`;

/**
 * Keeps X.509 certificates from being deleted until the caller's transaction ends. Call it before storing them: one that is
 * being deleted concurrently is gone when this returns, and is stored again.
 */
export const claimX509 = async (db: Executor, fingerprints: readonly string[]): Promise<void> => {
  await db.execute(sql`
    with held as (
      select fingerprint256 from ${unusedX509} where fingerprint256 = any(${plainArray(fingerprints)}::text[])
      order by fingerprint256 for update
    )
    delete from ${unusedX509} using held where ${unusedX509.fingerprint256} = held.fingerprint256`);
};

const lookLonger = (db: Executor): Promise<unknown> => db.execute(sql.raw(`set local statement_timeout = '${LOOK_TIMEOUT}'`));

/** Certificates found unused before `until` that are referenced after all: their check had not committed at that time. */
const findReused = (ctx: SystemContext, until: Date): Promise<string[]> =>
  withTransaction(ctx, async ({ db }) => {
    await lookLonger(db);
    const rows = await db.execute<{ fingerprint256: string }>(sql`
      with due as materialized (select fingerprint256 from ${unusedX509} where found_at <= ${until.toISOString()}::timestamptz)
      (select fingerprint256 from due intersect ${served})
      union
      select fingerprint256 from due where exists (select from ${recordedFingerprints} as recorded where recorded.fingerprint256 = due.fingerprint256)`);
    return rows.map(({ fingerprint256 }) => fingerprint256);
  });

/** Returns how many it deleted. Leaves one that a check is about to store to that check. */
const forgetBatch = async ({ db }: SystemContext, until: Date): Promise<number> => {
  const [forgotten] = await db.execute<{ count: number }>(sql`
    with due as (
      select fingerprint256 from ${unusedX509} where found_at <= ${until.toISOString()}::timestamptz
      order by fingerprint256 limit ${BATCH} for update skip locked
    ), gone as (
      delete from ${unusedX509} using due where ${unusedX509.fingerprint256} = due.fingerprint256
    ), forgotten as (
      delete from ${x509Certificates} using due where ${x509Certificates.fingerprint256} = due.fingerprint256
    )
    select count(*)::int as count from due`);
  return forgotten?.count ?? 0;
};

const findUnused = (ctx: SystemContext, now: Date): Promise<void> =>
  withTransaction(ctx, async ({ db }) => {
    await lookLonger(db);
    await db.execute(sql`
      with unserved as materialized (
        select fingerprint256 from ${x509Certificates} except select fingerprint256 from ${unusedX509} except ${served}
      )
      insert into ${unusedX509} (fingerprint256, found_at)
      select fingerprint256, ${now.toISOString()}::timestamptz from unserved
      where not exists (select from ${recordedFingerprints} as recorded where recorded.fingerprint256 = unserved.fingerprint256)
      limit ${FOUND_MAX}
      on conflict do nothing`);
  });

/**
 * Deletes X.509 certificates that no endpoint, address or history entry references, in two steps half a day apart: in between a
 * check may store one, and takes it off the list again (`claimX509`).
 */
export const forgetUnusedX509 = async (ctx: SystemContext): Promise<void> => {
  const now = ctx.clock.now();
  const until = addMs(now, -UNUSED_FOR_MS);
  const due = await ctx.db.$count(unusedX509, sql`found_at <= ${until.toISOString()}::timestamptz`);
  if (due > 0) {
    await claimX509(ctx.db, await findReused(ctx, until));
    while ((await forgetBatch(ctx, until)) === BATCH);
  }
  await findUnused(ctx, now);
};
