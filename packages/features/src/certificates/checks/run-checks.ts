import { type CheckFailure, checkRuns } from '@notafter/db';
import type { CertificateId, CheckRunId } from '@notafter/domain';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { runChecksJob } from '../certificate-jobs.ts';
import {
  advanceCheckRun,
  completeCheckRun,
  findRunningCheckRun,
  holdCheckRun,
  listRunEndpoints,
  type RunEndpoint,
  type RunningCheckRun,
} from './internal/check-run.ts';
import { type ProbedStep, type ProbeRunEnd, runProbes } from './internal/run-probes.ts';
import { storeObservations } from './internal/store-observations.ts';
import { beat, CHECK_INTERRUPTED, endEarly } from './run-life.ts';

interface RunOptions {
  readonly signal?: AbortSignal;
  /** 1 on the job's first try. */
  readonly attempt?: number;
}

/**
 * Job: runs a bulk check in the order of certificate ids. Results, counts and the cursor are written together, so a run that is
 * interrupted at any line continues where it was. On `signal`, or after its time, it enqueues its own continuation. Does not touch
 * a canceled run. When the job has no retries left, the run becomes `failed` and the cause is thrown.
 */
export const runChecks = useCase({
  name: 'certificates/run-checks',
  access: 'system',
})(async (ctx, { runId }: { readonly runId: CheckRunId }, { signal, attempt = 1 }: RunOptions = {}): Promise<void> => {
  const run = await findRunningCheckRun(ctx.db, runId);
  if (run === null) return;
  try {
    await walk(ctx, run, signal);
  } catch (error) {
    if (attempt > runChecksJob.policy.retryLimit) {
      await withTransaction(ctx, (tx) => endEarly(tx.db, checkRuns, runId, CHECK_INTERRUPTED, tx.clock.now()));
    }
    throw error;
  }
});

type Step = ProbedStep<RunEndpoint>;

const walk = async (ctx: SystemContext, run: RunningCheckRun, signal: AbortSignal | undefined): Promise<void> => {
  let { cursor } = run;
  let next: CertificateId | null = cursor;
  await runProbes<RunEndpoint>({
    prober: ctx.gateways.prober,
    clock: ctx.clock,
    signal,
    onFault: (fault) => ctx.log.warn({ err: fault, runId: run.id }, 'probe failed on this machine'),
    beat: () => beat(ctx.db, checkRuns, run.id, ctx.clock.now()),
    read: async (limit) => {
      const page = await listRunEndpoints(ctx.db, run, next, limit);
      next = page.next;
      return { items: page.endpoints, atEnd: page.next === null };
    },
    write: async (answered, end) => {
      const moved = await advance(ctx, run, cursor, answered, end);
      cursor = answered.at(-1)?.item.id ?? cursor;
      return moved;
    },
  });
};

/** Writes the outcomes; returns false if another worker has moved the run since, whose count stays. */
const advance = (
  ctx: SystemContext,
  run: RunningCheckRun,
  cursor: CertificateId | null,
  answered: readonly Step[],
  { finished, interrupted }: ProbeRunEnd,
): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    if (!(await holdCheckRun(tx.db, run.id, cursor))) return false;
    await storeSteps(tx, run, answered);
    if (finished) await completeCheckRun(tx.db, run.id, tx.clock.now());
    else if (interrupted) await tx.jobs.enqueue(tx.db, runChecksJob, { runId: run.id }, { singletonKey: run.id });
    return true;
  });

const storeSteps = async (tx: TransactionContext<SystemContext>, run: RunningCheckRun, answered: readonly Step[]): Promise<void> => {
  const last = answered.at(-1);
  if (last === undefined) return;
  const observed = answered.flatMap(({ item: { id }, answer }) => (typeof answer === 'string' ? [] : [{ id, observation: answer }]));
  const stored = new Map((await storeObservations(tx, observed, { askedByPerson: true })).map((check) => [check.id, check.observation]));
  const failures = answered.flatMap(({ item: { id, domain }, answer }): CheckFailure[] => {
    if (typeof answer === 'string') return [{ id, domain, message: answer }];
    const observation = stored.get(id);
    return observation?.kind === 'unreachable' ? [{ id, domain, message: observation.detail }] : [];
  });
  const succeeded = [...stored.values()].filter(({ kind }) => kind === 'served').length;
  await advanceCheckRun(tx.db, run.id, { cursor: last.item.id, succeeded, failures });
};
