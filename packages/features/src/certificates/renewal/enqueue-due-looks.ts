import { renewalPreflights } from '@notafter/db';
import { lte } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lookAtDomainsJob } from '../certificate-jobs.ts';

/** Enqueues `lookAtDueDomains` if a domain is due, unless one is queued or running. */
export const enqueueDueLooks = useCase({
  name: 'certificates/enqueue-due-looks',
  access: 'system',
})(async (ctx): Promise<void> => {
  const due = await ctx.db
    .select({ domain: renewalPreflights.domain })
    .from(renewalPreflights)
    .where(lte(renewalPreflights.nextLookAt, ctx.clock.now()))
    .limit(1);
  if (due.length > 0) await withTransaction(ctx, (tx) => tx.jobs.enqueue(tx.db, lookAtDomainsJob, {}));
});
