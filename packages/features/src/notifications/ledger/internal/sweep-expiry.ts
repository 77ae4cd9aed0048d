import { alertSweeps } from '@notafter/db';
import { ALERT_THRESHOLDS, addMs, endsCrossing, FARTHEST_ALERT_DAY, MINUTE_MS } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { repairClockSkew } from './repair-clock-skew.ts';
import { reviewEnds } from './review-ends.ts';

/** Longer than any transaction that stores a check: one that was not committed at the last sweep is seen by the next. */
const OVERLAP_MS = 10 * MINUTE_MS;

/**
 * Raises alerts for thresholds that were crossed since the last completed sweep, however long ago; the first sweep of an
 * installation covers everything.
 */
export const sweepExpiry = async (ctx: SystemContext, signal?: AbortSignal): Promise<number> => {
  const now = ctx.clock.now();
  const [sweep] = await ctx.db.select({ until: alertSweeps.expiryUntil }).from(alertSweeps);
  let raised = 0;
  if (sweep === undefined) {
    raised += await reviewEnds(ctx, {
      from: null,
      until: endsCrossing(FARTHEST_ALERT_DAY, now, now).until,
      signal,
    });
  } else {
    await repairClockSkew(ctx, sweep.until);
    const from = addMs(new Date(Math.min(sweep.until.getTime(), now.getTime())), -OVERLAP_MS);
    for (const day of ALERT_THRESHOLDS) raised += await reviewEnds(ctx, { ...endsCrossing(day, from, now), signal });
  }
  await ctx.db
    .insert(alertSweeps)
    .values({ expiryUntil: now })
    .onConflictDoUpdate({
      target: alertSweeps.one,
      set: { expiryUntil: sql`greatest(${alertSweeps.expiryUntil}, excluded.expiry_until)` },
    });
  return raised;
};
