import { alertSnoozes } from '@notafter/db';
import { lte } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { escalate } from './internal/escalate.ts';
import { sweepCollectors } from './internal/sweep-collectors.ts';
import { sweepDeployments } from './internal/sweep-deployments.ts';
import { sweepExpiry } from './internal/sweep-expiry.ts';
import { sweepFailing } from './internal/sweep-failing.ts';
import { sweepIssuances } from './internal/sweep-issuances.ts';
import { sweepLate } from './internal/sweep-late.ts';
import { sweepRefusals } from './internal/sweep-refusals.ts';
import { sweepRenewNow } from './internal/sweep-renew-now.ts';
import { sweepServices } from './internal/sweep-services.ts';

/** Results of one round. */
export interface Swept {
  readonly ends: number;
  readonly late: number;
  readonly renewNow: number;
  readonly failing: number;
  readonly refusals: number;
  readonly services: number;
  readonly collectors: number;
  readonly deployments: number;
  readonly issuances: number;
  readonly escalated: number;
}

/**
 * Job, every minute: processes what happened by time alone since the last round, however long ago: crossed thresholds, late renewals,
 * endpoints that failed three checks, refusals by clients that begin soon, data services and collectors that are unwell, certificates that
 * were renewed and not deployed, issued certificates that nobody is known to have ordered, alerts to escalate; and renewals that a CA asks
 * for. A failing part does not stop the others; the next round completes what `signal` cuts off.
 */
export const sweepAlerts = useCase({
  name: 'notifications/sweep-alerts',
  access: 'system',
})(async (ctx, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Swept> => {
  const failures: unknown[] = [];
  const attempt = async (part: (ctx: SystemContext, signal?: AbortSignal) => Promise<number>): Promise<number> => {
    try {
      return await part(ctx, signal);
    } catch (error) {
      if (signal?.aborted !== true) failures.push(error);
      return 0;
    }
  };
  const swept = {
    ends: await attempt(sweepExpiry),
    late: await attempt(sweepLate),
    renewNow: await attempt(sweepRenewNow),
    failing: await attempt(sweepFailing),
    refusals: await attempt(sweepRefusals),
    services: await attempt(sweepServices),
    collectors: await attempt(sweepCollectors),
    deployments: await attempt(sweepDeployments),
    issuances: await attempt(sweepIssuances),
    escalated: await attempt(escalate),
  };
  await ctx.db.delete(alertSnoozes).where(lte(alertSnoozes.until, ctx.clock.now()));
  if (failures.length > 0) throw new AggregateError(failures, 'Sweeping the ledger failed in part.');
  const raised = Object.values(swept).reduce((sum, count) => sum + count, 0);
  if (raised > 0) ctx.log.debug(swept, 'raised alerts by time');
  return swept;
});
