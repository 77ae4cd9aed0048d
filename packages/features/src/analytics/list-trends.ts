import { organizationDays } from '@notafter/db';
import { addMs, DAY_MS, dateText } from '@notafter/domain';
import { trendsInput } from '@notafter/domain/inputs';
import { and, asc, eq, getTableColumns, gte } from 'drizzle-orm';
import type { OrgContext } from '../context.ts';
import { useCase } from '../use-case.ts';

/** The end of a day in UTC. */
export type DayOfTrends = Omit<typeof organizationDays.$inferSelect, 'orgId' | 'recordedAt'>;

export const readTrends = ({ db, org }: OrgContext, since?: string): Promise<DayOfTrends[]> => {
  const { orgId, recordedAt: _recordedAt, ...columns } = getTableColumns(organizationDays);
  return db
    .select(columns)
    .from(organizationDays)
    .where(and(eq(orgId, org.id), since === undefined ? undefined : gte(organizationDays.day, since)))
    .orderBy(asc(organizationDays.day));
};

/** Returns the last 30 or 365 days, the earliest first. A day without a running worker is missing. */
export const listTrends = useCase({
  name: 'analytics/list-trends',
  access: 'member',
  replica: true,
  apiKey: 'read',
  input: trendsInput,
})(async (ctx, { days }): Promise<{ readonly trends: readonly DayOfTrends[] }> => {
  const since = addMs(ctx.clock.now(), -days * DAY_MS);
  return { trends: await readTrends(ctx, dateText(since)) };
});
