import { certificateCounts, certificates } from '@notafter/db';
import { startOfMonth } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import { withinReach } from '../certificate-reach.ts';
import { useCase } from '../use-case.ts';

const MONTHS = 12;

/** How many certificates expire in a month of UTC. */
export interface MonthOfExpiries {
  /** As in `2027-01`. */
  readonly month: string;
  readonly count: number;
}

/** Months begin on the hour, so an organization's counts by hour add up exactly; a scope has no counts. */
const perMonth = (rows: SQL, expiry: SQL, count: SQL, from: Date, until: Date): SQL => sql`
  select to_char(${expiry} at time zone 'UTC', 'YYYY-MM') as month, ${count}::int as count
  from ${rows} and ${expiry} >= ${from.toISOString()} and ${expiry} < ${until.toISOString()}
  group by month`;

/** Returns this month and the next eleven, months without an expiry included. Certificates that expired this month count too. */
export const getExpiries = useCase({
  name: 'analytics/get-expiries',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
})(async (ctx): Promise<{ readonly expiries: readonly MonthOfExpiries[] }> => {
  const from = startOfMonth(ctx.clock.now());
  const starts = Array.from({ length: MONTHS + 1 }, (_, months) => new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months)));
  const until = starts.at(-1) ?? from;
  const counted = await ctx.db.execute<{ month: string; count: number }>(
    ctx.reach.scope === null
      ? perMonth(
          sql`${certificateCounts} where ${certificateCounts.orgId} = ${ctx.org.id}`,
          sql`${certificateCounts.expiresHour}`,
          sql`sum(${certificateCounts.total})`,
          from,
          until,
        )
      : perMonth(sql`${certificates} where ${withinReach(ctx.reach)}`, sql`${certificates.expiresAt}`, sql`count(*)`, from, until),
  );
  const counts = new Map(counted.map(({ month, count }) => [month, count]));
  const months = starts.slice(0, MONTHS).map((start) => start.toISOString().slice(0, 'YYYY-MM'.length));
  return { expiries: months.map((month) => ({ month, count: counts.get(month) ?? 0 })) };
});
