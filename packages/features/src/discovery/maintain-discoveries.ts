import { discoveryNames, processes } from '@notafter/db';
import { sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';

/** Of one organization, some 250 MB. Beyond it the oldest runs are deleted before their time. */
const NAMES_KEPT = 500_000;

/** Job, daily: deletes the oldest discoveries of organizations that have too many names, with what they found. */
export const maintainDiscoveries = useCase({
  name: 'discovery/maintain-discoveries',
  access: 'system',
})(async (ctx, { namesKept = NAMES_KEPT }: { readonly namesKept?: number } = {}): Promise<void> => {
  await withTransaction(ctx, async (tx) => {
    await tx.db.delete(processes).where(sql`${processes.id} in (
      select ran.id from (
        select job.id, job.state, sum(found.names) over (partition by job.org_id order by job.created_at desc, job.id desc) as kept
        from ${processes} as job
        cross join lateral (select count(*) as names from ${discoveryNames} as name where name.job_id = job.id) as found
        where job.kind = 'discovery'
      ) as ran
      where ran.kept > ${namesKept} and ran.state <> 'running'
    )`);
  });
});
