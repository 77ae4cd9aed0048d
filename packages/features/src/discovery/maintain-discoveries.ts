import { discoveryJobs } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { lt } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { INTERRUPTED, isLost } from './internal/lost-run.ts';

const RUNS_KEPT_MS = 30 * DAY_MS;

/** Job, daily: ends searches whose job was lost and deletes old ones with what they found. */
export const maintainDiscoveries = async (ctx: SystemContext): Promise<void> => {
  const now = ctx.clock.now();
  await withTransaction(ctx, 'discovery/maintain-discoveries', async (tx) => {
    await tx.db.update(discoveryJobs).set({ status: 'failed', error: INTERRUPTED, finishedAt: now }).where(isLost(now));
    await tx.db.delete(discoveryJobs).where(lt(discoveryJobs.createdAt, addMs(now, -RUNS_KEPT_MS)));
  });
};
