import { certificates, type Executor, organizations, users } from '@notafter/db';
import { DAY_MS } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';

/** Instants of all rows of the last days. Organization by organization, so that certificates come from their index by creation. */
const added = {
  certificates: (from: SQL): SQL => sql`
    select added.at from ${organizations} cross join lateral (
      select ${certificates.createdAt} as at from ${certificates}
      where ${certificates.orgId} = ${organizations.id} and ${certificates.createdAt} >= ${from} offset 0
    ) as added`,
  users: (from: SQL): SQL => sql`select ${users.createdAt} as at from ${users} where ${users.createdAt} >= ${from}`,
  /** Names of certificates that discoveries found, on the day of the discovery. */
  discovered: (from: SQL): SQL => sql`
    select processes.created_at as at from processes join discovery_names on discovery_names.job_id = processes.id
    where processes.kind = 'discovery' and processes.created_at >= ${from} and not is_wildcard and coalesce(issuer, log_issuer) is not null`,
} as const;
export type Addition = keyof typeof added;

/** Counts rows for each of `days`, which are whole days in UTC, one after the other. */
export const countPerDay = async (db: Executor, what: Addition, days: readonly Date[]): Promise<number[]> => {
  const [first = new Date(0)] = days;
  const from = sql`${first.toISOString()}::timestamptz`;
  const rows = await db.execute<{ day: number; count: number }>(sql`
    select floor(extract(epoch from at - ${from}) / 86400)::int as day, count(*)::int as count from (${added[what](from)}) as added group by day`);
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return days.map((day) => counts.get(Math.round((day.getTime() - first.getTime()) / DAY_MS)) ?? 0);
};
