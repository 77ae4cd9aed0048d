import { DISCOVERY_BUDGET_MS, type DiscoveryJobId } from '@notafter/domain';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { DiscoveryWork } from './internal/discovery-work.ts';
import { runDiscoveryJob } from './internal/jobs.ts';
import { INTERRUPTED } from './internal/lost-run.ts';
import { endRun, findRunningDiscovery } from './run-store.ts';

interface RunOptions {
  readonly signal?: AbortSignal;
  /** 1 on the job's first try. */
  readonly attempt?: number;
  /** What the search may take in all. */
  readonly budgetMs?: number;
}

/**
 * Job: asks every source for names of a domain and looks at the hosts. Names and looks are rows as soon as they are known,
 * so a search that is interrupted at any line goes on with the sources that had not answered and the hosts that still wait.
 * On `signal` it enqueues its own continuation. When the job has no tries left the search becomes `failed` and the cause is thrown.
 */
export const runDiscovery = useCase({
  name: 'discovery/run-discovery',
  access: 'system',
})(
  async (
    ctx,
    { jobId }: { readonly jobId: DiscoveryJobId },
    { signal, attempt = 1, budgetMs = DISCOVERY_BUDGET_MS }: RunOptions = {},
  ): Promise<void> => {
    const run = await findRunningDiscovery(ctx.db, jobId);
    if (run === null) return;
    try {
      await new DiscoveryWork(ctx, run, { signal, budgetMs }).finish();
    } catch (error) {
      if (attempt > runDiscoveryJob.policy.retryLimit) {
        const end = { status: 'failed', error: INTERRUPTED, now: ctx.clock.now() } as const;
        await withTransaction(ctx, (tx) => endRun(tx.db, jobId, end));
      }
      throw error;
    }
  },
);
