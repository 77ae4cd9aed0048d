import { startOfMonth, startOfSecond } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { withinReach } from '../../certificate-reach.ts';
import { cacheFigures } from '../../certificates/list/cached-counts.ts';

export interface PopulationDates {
  /** Mean of the whole days left of those not expired, to one decimal; null without any. */
  readonly averageDaysLeft: number | null;
  /** Since the month began, in UTC. */
  readonly addedThisMonth: number;
}

/** Figures from every row's dates: current, or for more than 10,000 certificates up to five minutes old. */
export const readPopulationDates = cacheFigures<PopulationDates>(async (db, reach, now) => {
  const at = startOfSecond(now).toISOString();
  const [row] = await db.execute<{ average: number | null; added: number }>(sql`
    select (select round(avg(floor(extract(epoch from expires_at - ${at}::timestamptz) / 86400)), 1)::float8
              from certificates where ${withinReach(reach)} and expires_at >= ${at} and expires_at < 'infinity') as average,
           (select count(*)::int from certificates
              where ${withinReach(reach)} and created_at >= ${startOfMonth(now).toISOString()}) as added`);
  return { averageDaysLeft: row?.average ?? null, addedThisMonth: row?.added ?? 0 };
});
