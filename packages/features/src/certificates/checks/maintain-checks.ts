import { calendarCancellations, collectorBundles, dropOldMonths, ensureMonthPartitions, processes } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { and, isNull, lt } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { EVENT_KEPT_MS } from '../calendar/internal/calendar-window.ts';
import { forgetUnusedX509 } from '../internal/unused-x509.ts';

const PROCESSES_KEPT_MS = 30 * DAY_MS;
const BUNDLES_KEPT_MS = 90 * DAY_MS;

/**
 * Job, daily: makes the coming months' history partitions and drops old ones, and deletes old processes, rows of bundles and unreferenced X.509
 * certificates.
 */
export const maintainChecks = useCase({
  name: 'certificates/maintain-checks',
  access: 'system',
})(async (ctx): Promise<void> => {
  const now = ctx.clock.now();
  await ensureMonthPartitions(ctx.db, now);
  await dropOldMonths(ctx.db, now);
  await withTransaction(ctx, async (tx) => {
    await tx.db.delete(calendarCancellations).where(lt(calendarCancellations.cancelledAt, addMs(now, -EVENT_KEPT_MS)));
    await tx.db
      .delete(collectorBundles)
      .where(and(isNull(collectorBundles.content), lt(collectorBundles.receivedAt, addMs(now, -BUNDLES_KEPT_MS))));
    await tx.db.delete(processes).where(lt(processes.createdAt, addMs(now, -PROCESSES_KEPT_MS)));
  });
  await forgetUnusedX509(ctx);
});
