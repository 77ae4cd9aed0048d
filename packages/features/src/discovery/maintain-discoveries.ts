import { discoveryJobs, discoveryNames } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { lt, sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { INTERRUPTED, isLost } from './internal/lost-run.ts';

const RUNS_KEPT_MS = 30 * DAY_MS;
/** Of one organization, some 250 MB; beyond it the oldest runs go before their time. */
const NAMES_KEPT = 500_000;

/** Job, daily: ends searches whose job was lost and deletes old ones, and what is too much, with what they found. */
export const maintainDiscoveries = useCase({
  name: 'discovery/maintain-discoveries',
  access: 'system',
})(async (ctx, { namesKept = NAMES_KEPT }: { readonly namesKept?: number } = {}): Promise<void> => {
  const now = ctx.clock.now();
  await withTransaction(ctx, async (tx) => {
    await tx.db.update(discoveryJobs).set({ status: 'failed', error: INTERRUPTED, finishedAt: now }).where(isLost(now));
    await tx.db.delete(discoveryJobs).where(lt(discoveryJobs.createdAt, addMs(now, -RUNS_KEPT_MS)));
    await tx.db.delete(discoveryJobs).where(sql`${discoveryJobs.id} in (
      select ran.id from (
        select job.id, job.status, sum(found.names) over (partition by job.org_id order by job.created_at desc, job.id desc) as kept
        from ${discoveryJobs} as job
        cross join lateral (select count(*) as names from ${discoveryNames} as name where name.job_id = job.id) as found
      ) as ran
      where ran.kept > ${namesKept} and ran.status <> 'running'
    )`);
  });
});
