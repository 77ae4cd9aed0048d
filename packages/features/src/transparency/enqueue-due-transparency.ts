import { transparencyLists, transparencyLogs } from '@notafter/db';
import { addMs, HOUR_MS } from '@notafter/domain';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { isFollowed, logOf } from './internal/stored-log.ts';
import { isAnyDomainVerified } from './internal/watched-domains.ts';
import { checkSctsJob, followLogJob, refreshLogsJob, searchIssuancesJob } from './transparency-jobs.ts';

/** Enqueues what certificate transparency is due for: the log list and served timestamps each hour, logs, searches and CAA; nothing while no domain is watched. */
export const enqueueDueTransparency = useCase({
  name: 'transparency/enqueue-due-transparency',
  access: 'system',
})(async (ctx): Promise<void> => {
  if (!(await isAnyDomainVerified(ctx.db))) return;
  const now = ctx.clock.now();
  const { follower, searches } = ctx.gateways.transparency;
  const [search] = await ctx.db.execute<{ due: boolean }>(sql`
    select exists (select from issuance_searches where next_at <= ${now.toISOString()}::timestamptz)
      or exists (
        select from watched_domains as watched
        where verified_at is not null and (caa_next_at <= ${now.toISOString()}::timestamptz
          or ${searches.length > 0} and not exists (select from issuance_searches as planned where planned.domain = watched.domain))) as due`);
  const [list] = await ctx.db.select({ askedAt: transparencyLists.askedAt }).from(transparencyLists);
  const due =
    follower === null
      ? []
      : await ctx.db
          .select({ id: transparencyLogs.id, log: transparencyLogs.log })
          .from(transparencyLogs)
          .where(and(eq(transparencyLogs.isListed, true), lte(transparencyLogs.nextAt, now)))
          .orderBy(asc(transparencyLogs.nextAt));
  await withTransaction(ctx, async (tx) => {
    if (list === undefined || list.askedAt <= addMs(now, -HOUR_MS)) {
      await tx.jobs.enqueue(tx.db, refreshLogsJob, {});
      if (follower !== null) await tx.jobs.enqueue(tx.db, checkSctsJob, {});
    }
    for (const { id, log } of due)
      if (isFollowed(logOf(log), now)) await tx.jobs.enqueue(tx.db, followLogJob, { log: id }, { singletonKey: id, group: log.operator });
    if (search?.due === true) await tx.jobs.enqueue(tx.db, searchIssuancesJob, {});
  });
});
