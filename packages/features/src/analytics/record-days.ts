import { certificateHistory, certificates, type Executor, organizationDays, organizations } from '@notafter/db';
import { addMs, DAY_MS, dateText, healthScore, type OrganizationId, riskScore, startOfDay } from '@notafter/domain';
import { defineJob } from '@notafter/jobs';
import { and, asc, eq, gt, lt, notExists, sql } from 'drizzle-orm';
import { z } from 'zod';
import { countByStatus } from '../certificates/list/certificate-counts.ts';
import { countLate } from '../certificates/list/count-late.ts';
import { readIssuers } from '../certificates/list/population-figures.ts';
import type { SystemContext } from '../context.ts';
import { useCase } from '../use-case.ts';

/** Enqueued every hour, so that a worker that starts late in the day still writes the day before. */
export const recordDaysJob = defineJob('record-days', z.object({}), {
  queue: 'exclusive',
  retryLimit: 2,
  retryDelaySeconds: 60,
  expireInSeconds: 3000,
  heartbeatSeconds: 60,
});

const BATCH = 100;
const ISSUERS_KEPT = 10;

const readGroups = async (db: Executor, orgId: OrganizationId): Promise<Record<string, number>> => {
  const rows = await db.execute<{ name: string; count: number }>(sql`
    select key_exchange as name, count(*)::int as count from ${certificates}
    where ${certificates.orgId} = ${orgId} and key_exchange is not null group by 1 order by 2 desc, 1`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
};

/** Renewals of each organization on a day. */
const readRenewals = async (db: Executor, orgIds: readonly OrganizationId[], from: Date): Promise<ReadonlyMap<OrganizationId, number>> => {
  const rows = await db.execute<{ id: OrganizationId; count: number }>(sql`
    select ${certificates.orgId} as id, count(*)::int as count
    from ${certificateHistory} join ${certificates} on ${certificates.id} = ${certificateHistory.certificateId}
    where ${certificateHistory.recordedAt} >= ${from.toISOString()} and ${certificateHistory.recordedAt} < ${addMs(from, DAY_MS).toISOString()}
      and ${certificateHistory.action} = 'renewed' and ${certificates.orgId} = any(${`{${orgIds.join(',')}}`}::uuid[])
    group by 1`);
  return new Map(rows.map(({ id, count }) => [id, count]));
};

const recordDay = async (ctx: SystemContext, orgId: OrganizationId, day: string, renewals: number): Promise<void> => {
  const now = ctx.clock.now();
  const reached = { db: ctx.db, clock: ctx.clock, reach: { orgId, scope: null } };
  const counts = await countByStatus(ctx.db, reached.reach, now);
  const { issuers, issuersTotal } = await readIssuers(reached, counts.total);
  await ctx.db
    .insert(organizationDays)
    .values({
      ...{ orgId, day, recordedAt: now, renewals, issuersTotal, ...counts },
      healthScore: healthScore(counts),
      riskScore: riskScore(counts),
      late: await countLate(reached, now),
      issuers: issuers.slice(0, ISSUERS_KEPT).map(({ name, count }) => ({ name, count })),
      groups: await readGroups(ctx.db, orgId),
    })
    .onConflictDoNothing();
};

/** Job: writes the row of the day before for every organization that lacks it, and returns how many. A failing one does not stop the others. */
export const recordDays = useCase({
  name: 'analytics/record-days',
  access: 'system',
})(async (ctx, { signal }: { readonly signal?: AbortSignal } = {}): Promise<number> => {
  const { db, clock, log } = ctx;
  const today = startOfDay(clock.now());
  const from = addMs(today, -DAY_MS);
  const day = dateText(from);
  const written = db
    .select({ one: sql`1` })
    .from(organizationDays)
    .where(and(eq(organizationDays.orgId, organizations.id), eq(organizationDays.day, day)));
  const isOver = (): boolean => signal?.aborted === true;
  let recorded = 0;
  for (let last: OrganizationId | null = null; !isOver(); ) {
    const batch: { readonly id: OrganizationId }[] = await db
      .select({ id: organizations.id })
      .from(organizations)
      .where(and(lt(organizations.createdAt, today), notExists(written), last === null ? undefined : gt(organizations.id, last)))
      .orderBy(asc(organizations.id))
      .limit(BATCH);
    last = batch.at(-1)?.id ?? null;
    if (last === null) break;
    const ids = batch.map(({ id }) => id);
    const renewals = await readRenewals(db, ids, from);
    for (const id of ids) {
      if (isOver()) break;
      try {
        await recordDay(ctx, id, day, renewals.get(id) ?? 0);
        recorded += 1;
      } catch (error) {
        log.error({ err: error, orgId: id, day }, 'the day of an organization was not recorded');
      }
    }
  }
  return recorded;
});
