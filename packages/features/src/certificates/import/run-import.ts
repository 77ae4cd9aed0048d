import { certificateImports } from '@notafter/db';
import type { CertificateImportId } from '@notafter/domain';
import type { SystemContext } from '../../context.ts';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { runImportJob } from '../certificate-jobs.ts';
import { type ProbedStep, type ProbeRunEnd, runProbes } from '../checks/internal/run-probes.ts';
import { beat, endEarly, IMPORT_INTERRUPTED } from '../checks/run-life.ts';
import { remainingCapacity } from '../internal/certificate-limit.ts';
import {
  completeImport,
  findRunningImport,
  listWaitingLines,
  lockImport,
  markBeyondLimit,
  type RunningImport,
  type WaitingLine,
  writeResults,
} from './internal/import-run.ts';
import { storeImported } from './internal/store-imported.ts';

interface RunOptions {
  readonly signal?: AbortSignal;
  /** 1 on the job's first try. */
  readonly attempt?: number;
}

/**
 * Job: looks at the endpoints of an import's waiting lines and adds them. A line's result and its certificate are written
 * together, so an import that is interrupted at any line goes on with those that still wait. On `signal`, or after its
 * time, it enqueues its own continuation. It leaves an import that was cancelled. When the job has no tries left the import becomes `failed` and the cause is thrown.
 */
export const runImport = useCase({
  name: 'certificates/run-import',
  access: 'system',
})(async (ctx, { importId }: { readonly importId: CertificateImportId }, { signal, attempt = 1 }: RunOptions = {}): Promise<void> => {
  const run = await findRunningImport(ctx.db, importId, ctx.config.defaultPlan);
  if (run === null) return;
  try {
    await walk(ctx, run, signal);
  } catch (error) {
    if (attempt > runImportJob.policy.retryLimit) {
      await withTransaction(ctx, (tx) => endEarly(tx.db, certificateImports, importId, IMPORT_INTERRUPTED, tx.clock.now()));
    }
    throw error;
  }
});

const walk = async (ctx: SystemContext, run: RunningImport, signal: AbortSignal | undefined): Promise<void> => {
  let lastRead = 0;
  await runProbes<WaitingLine>({
    prober: ctx.gateways.prober,
    clock: ctx.clock,
    signal,
    onFault: (fault) => ctx.log.warn({ err: fault, importId: run.id }, 'probe failed on this machine'),
    beat: () => beat(ctx.db, certificateImports, run.id, ctx.clock.now()),
    read: async (limit) => {
      const isFull = run.certificateLimit !== null && (await remainingCapacity(ctx.db, run.orgId, run.certificateLimit)) === 0;
      if (isFull) await markBeyondLimit(ctx.db, run);
      const items = await listWaitingLines(ctx.db, run.id, lastRead, limit);
      lastRead = items.at(-1)?.line ?? lastRead;
      return { items, atEnd: items.length < limit };
    },
    write: async (answered, end) => {
      const failed = answered.filter(({ answer }) => typeof answer === 'string' || answer.kind !== 'served').length;
      if (failed > 0) await throttleOf(ctx).charge('failedImportLineFromOrganization', run.orgId, failed);
      return write(ctx, run, answered, end);
    },
  });
};

/** False where the import is over. Lines that another worker has written since are left alone. */
const write = (
  ctx: SystemContext,
  run: RunningImport,
  answered: readonly ProbedStep<WaitingLine>[],
  { finished, interrupted }: ProbeRunEnd,
): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    const waiting = await lockImport(
      tx.db,
      run.id,
      answered.map(({ item }) => item.line),
    );
    if (waiting === null) return false;
    const steps = answered.filter(({ item }) => waiting.has(item.line));
    if (steps.length > 0) await writeResults(tx.db, run.id, await storeImported(tx, run, steps));
    if (finished) await completeImport(tx.db, run.id, tx.clock.now());
    else if (interrupted) await tx.jobs.enqueue(tx.db, runImportJob, { importId: run.id }, { singletonKey: run.id });
    return true;
  });
