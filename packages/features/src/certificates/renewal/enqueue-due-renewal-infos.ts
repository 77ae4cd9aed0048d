import { sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { askRenewalInfosJob } from '../certificate-jobs.ts';

/** Enqueues one job for each CA with a certificate that is due, unless its job is queued or running, or the CA is paused. */
export const enqueueDueRenewalInfos = useCase({
  name: 'certificates/enqueue-due-renewal-infos',
  access: 'system',
})(async (ctx): Promise<void> => {
  const now = ctx.clock.now().toISOString();
  const due = await ctx.db.execute<{ directory: string }>(sql`
    select directory from renewal_info_cas as ca
    where coalesce(ca.paused_until <= ${now}::timestamptz, true) and coalesce(ca.leased_until <= ${now}::timestamptz, true)
      and exists (select from renewal_infos as info where info.directory = ca.directory and info.next_ask_at <= ${now}::timestamptz)`);
  if (due.length === 0) return;
  await withTransaction(ctx, async (tx) => {
    for (const { directory } of due) await tx.jobs.enqueue(tx.db, askRenewalInfosJob, { directory }, { singletonKey: directory });
  });
});
