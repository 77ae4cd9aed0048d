import { calendarCancellations, certificateImports, checkRuns, ensureHistoryPartitions } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { lt } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { EVENT_KEPT_MS } from '../calendar/internal/calendar-window.ts';
import { forgetUnusedX509 } from '../internal/unused-x509.ts';
import { endLostRuns } from './run-life.ts';

const RUNS_KEPT_MS = 30 * DAY_MS;

/**
 * Job, daily: creates the next months' history partitions, ends bulk checks and imports whose job was lost, and deletes old ones
 * and unreferenced X.509 certificates.
 */
export const maintainChecks = useCase({
  name: 'certificates/maintain-checks',
  access: 'system',
})(async (ctx): Promise<void> => {
  const now = ctx.clock.now();
  await ensureHistoryPartitions(ctx.db, now);
  await withTransaction(ctx, async (tx) => {
    await endLostRuns(tx.db, now);
    await tx.db.delete(certificateImports).where(lt(certificateImports.createdAt, addMs(now, -RUNS_KEPT_MS)));
    await tx.db.delete(calendarCancellations).where(lt(calendarCancellations.cancelledAt, addMs(now, -EVENT_KEPT_MS)));
    await tx.db.delete(checkRuns).where(lt(checkRuns.createdAt, addMs(now, -RUNS_KEPT_MS)));
  });
  await forgetUnusedX509(ctx);
});
