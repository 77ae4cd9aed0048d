import type { Database } from './client.ts';

/** Longer than the limit of any statement, and than the silence after which its client gave up. */
const LOST_AFTER_MS = 40_000;

/**
 * Ends sessions of this program that have waited in the middle of a statement since `lostAfterMs`: their client vanished between the two
 * messages that a statement with parameters takes the first time. PostgreSQL applies neither its limit of statements nor that of idle
 * transactions there, so their locks would stay until TCP keepalive. Resolves to the number of ended sessions.
 */
export async function endLostSessions(db: Database, lostAfterMs = LOST_AFTER_MS): Promise<number> {
  // A copy into a table waits for its client by design.
  const [row] = await db.$client<{ ended: number }[]>`
    select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
    where datname = current_database() and usename = current_user and application_name like 'notafter%'
      and state = 'active' and wait_event = 'ClientRead' and query not ilike 'copy %'
      and query_start < clock_timestamp() - make_interval(secs => ${lostAfterMs / 1000})`;
  return row?.ended ?? 0;
}
