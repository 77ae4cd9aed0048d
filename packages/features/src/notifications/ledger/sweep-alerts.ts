import { alertSnoozes } from '@notafter/db';
import { lte } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { escalate } from './internal/escalate.ts';
import { sweepExpiry } from './internal/sweep-expiry.ts';
import { sweepFailing } from './internal/sweep-failing.ts';

/** What one round brought up. */
export interface Swept {
  readonly ends: number;
  readonly failing: number;
  readonly escalated: number;
}

/**
 * Job, each minute: what came up by time alone, since the last round and however long ago that was: thresholds crossed,
 * endpoints silent for three checks, alerts to escalate. One part that fails does not keep the others; what `signal` cuts off
 * the next round finds.
 */
export const sweepAlerts = async (ctx: SystemContext, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Swept> => {
  const failures: unknown[] = [];
  const attempt = async (part: (ctx: SystemContext, signal?: AbortSignal) => Promise<number>): Promise<number> => {
    try {
      return await part(ctx, signal);
    } catch (error) {
      if (signal?.aborted !== true) failures.push(error);
      return 0;
    }
  };
  const swept = { ends: await attempt(sweepExpiry), failing: await attempt(sweepFailing), escalated: await attempt(escalate) };
  await ctx.db.delete(alertSnoozes).where(lte(alertSnoozes.until, ctx.clock.now()));
  if (failures.length > 0) throw new AggregateError(failures, 'Sweeping the ledger failed in part.');
  if (swept.ends + swept.failing + swept.escalated > 0) ctx.log.debug(swept, 'raised what time brought up');
  return swept;
};
