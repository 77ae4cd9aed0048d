import { certificates } from '@notafter/db';
import { ADMIN_CHART_DAYS, addMs, DAY_MS, dateText, lastDays } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import type { OrgContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { countPerDay } from './internal/added-per-day.ts';

/** Seven values each, one for each day. */
export interface AdminCharts {
  /** Days in UTC as `2026-11-26`, the present one last. */
  readonly days: readonly string[];
  readonly certificatesAdded: readonly number[];
  readonly usersAdded: readonly number[];
  /** Monitored certificates whose end was on that day, so far. */
  readonly certificatesExpired: readonly number[];
  /** Names with a certificate, on the day of the discovery that found them. */
  readonly certificatesDiscovered: readonly number[];
}

const countExpired = async ({ db, clock }: OrgContext, days: readonly Date[]): Promise<number[]> => {
  const now = clock.now();
  const counts = days.map((day) => {
    const until = new Date(Math.min(addMs(day, DAY_MS).getTime(), now.getTime()));
    return sql`(select count(*)::int from ${certificates}
      where ${certificates.notAfter} >= ${day.toISOString()} and ${certificates.notAfter} < ${until.toISOString()})`;
  });
  const [row] = await db.execute<{ counts: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts`);
  return row?.counts ?? [];
};

/** Returns what was added, expired and discovered in the last seven days, over all organizations. */
export const getAdminCharts = useCase({
  name: 'admin/get-admin-charts',
  access: 'platform',
  via: 'session',
})(async (ctx): Promise<AdminCharts> => {
  const days = lastDays(ctx.clock.now(), ADMIN_CHART_DAYS);
  const [certificatesAdded, usersAdded, certificatesExpired, certificatesDiscovered] = await Promise.all([
    countPerDay(ctx.db, 'certificates', days),
    countPerDay(ctx.db, 'users', days),
    countExpired(ctx, days),
    countPerDay(ctx.db, 'discovered', days),
  ]);
  return {
    days: days.map(dateText),
    certificatesAdded,
    usersAdded,
    certificatesExpired,
    certificatesDiscovered,
  };
});
