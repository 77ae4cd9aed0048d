import { type Database, executePrepared } from '@notafter/db';
import type { Clock, Log, OrganizationId } from '@notafter/domain';
import { sql } from 'drizzle-orm';

/** A replica further behind serves nobody. */
const MAX_LAG_MS = 30_000;
/** Longer than the lag, a transaction and the skew of clocks together: older changes are on the replica. */
const RECENT_MS = 300_000;
/** An organization with more recent changes reads from the primary. */
const MAX_MARKS = 200;

export interface ReplicaReading {
  /** Age of the newest state that the replica is known to have; null: none yet. */
  readonly lagSeconds: number | null;
  /** Reads that the replica could have served, by what served them. */
  readonly onReplica: number;
  readonly onPrimary: number;
}

/** Reads on a replica, never stale for those who write. */
export interface ReplicaReads {
  /** Runs a read on the replica if it has every recent change of the organization's people and keys, and what they had done; otherwise, or if it fails, on the primary. */
  read<Result>(primary: Database, orgId: OrganizationId, run: (db: Database) => Promise<Result>): Promise<Result>;
  reading(): ReplicaReading;
  /** Compares the replica with the primary; a timer runs it every second. */
  probe(): Promise<void>;
}

export interface ReplicaOptions {
  readonly primary: Database;
  readonly replica: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Each change of a person or a key leaves an audit row in its transaction, and the work that one began ends after its last result: both mark
 * how far a server is.
 */
const marksOf = (db: Database, orgId: OrganizationId, since: string) =>
  executePrepared<{ id: string }>(
    db,
    sql`select id from audit_log where org_id = ${orgId} and at >= ${since}::timestamptz
      union all select id from processes where org_id = ${orgId} and finished_at >= ${since}::timestamptz limit ${MAX_MARKS + 1}`,
  );

/** Follows one replica. `DATABASE_READ_URL` leads to one server: two would be at different places. */
export const createReplicaReads = ({ primary: followed, replica, clock, log }: ReplicaOptions): ReplicaReads => {
  /** The position of the primary at a time. Once the replica has replayed it, it has everything committed before. */
  let sample: { readonly lsn: string; readonly at: Date } | null = null;
  let completeAt: Date | null = null;
  let wasUsable = false;
  const served = { onReplica: 0, onPrimary: 0 };

  const lagMs = (): number => (completeAt === null ? Number.POSITIVE_INFINITY : clock.now().getTime() - completeAt.getTime());
  const isUsable = (): boolean => lagMs() <= MAX_LAG_MS;

  const compare = async (): Promise<void> => {
    if (sample === null) {
      const at = clock.now();
      const [row] = await followed.execute<{ lsn: string }>(sql`select pg_current_wal_flush_lsn()::text as lsn`);
      sample = row === undefined ? null : { lsn: row.lsn, at };
    }
    if (sample === null) return;
    // A server that was promoted may have left the history of the primary.
    const [row] = await replica.execute<{ complete: boolean }>(
      sql`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${sample.lsn}::pg_lsn as complete`,
    );
    if (row?.complete !== true) return;
    completeAt = sample.at;
    sample = null;
  };

  /** Null: not everything that the primary has. */
  const freshFor = async (primary: Database, orgId: OrganizationId): Promise<Database | null> => {
    if (!isUsable()) return null;
    const since = new Date(clock.now().getTime() - RECENT_MS).toISOString();
    const [written, replayed] = await Promise.all([marksOf(primary, orgId, since), marksOf(replica, orgId, since).catch(() => null)]);
    if (replayed === null) completeAt = null;
    if (replayed === null || written.length > MAX_MARKS) return null;
    const there = new Set(replayed.map(({ id }) => id));
    return written.every(({ id }) => there.has(id)) ? replica : null;
  };

  return {
    read: async (primary, orgId, run) => {
      const fresh = await freshFor(primary, orgId);
      if (fresh !== null) {
        try {
          const result = await run(fresh);
          served.onReplica += 1;
          return result;
        } catch {
          // A canceled query, an older schema, a lost connection: a read can run again, and says what is wrong on the primary too.
        }
      }
      served.onPrimary += 1;
      return run(primary);
    },
    reading: () => ({ lagSeconds: completeAt === null ? null : lagMs() / 1000, ...served }),
    probe: async () => {
      await compare().catch(() => undefined);
      if (isUsable() === wasUsable) return;
      wasUsable = !wasUsable;
      if (wasUsable) log.info({}, 'the replica of DATABASE_READ_URL serves lists and analytics');
      else log.warn({}, 'the replica of DATABASE_READ_URL is behind or not available; the primary serves everything');
    },
  };
};
