import { type CertificateImportId, DAY_MS, SECOND_MS } from '@notafter/domain';
import { defineProcess, type StepRun } from '../../steps/define-process.ts';
import { done, hop } from '../../steps/outcome.ts';
import { advance } from '../../steps/progress.ts';
import { runProcess } from '../../steps/run-process.ts';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { remainingCapacity } from '../certificate-limit.ts';
import { runProbes } from '../checks/internal/run-probes.ts';
import { listWaitingLines, markBeyondLimit, readImportLimit, type WaitingLine, writeResults } from './internal/import-run.ts';
import { storeImported } from './internal/store-imported.ts';

/**
 * Checks the endpoints of the waiting lines and adds them. A line's result and its certificate are written together, so an import
 * that is interrupted at any line continues with those that still wait.
 */
export const importProcess = defineProcess({
  kind: 'import',
  deadlineSeconds: DAY_MS / SECOND_MS,
  interrupted: 'The import was interrupted. Import the skipped lines again.',
  first: 'add_certificates',
  steps: {
    add_certificates: async (run) => ((await addWaitingLines(run)) ? done() : hop('add_certificates')),
  },
});

/** False if the step has to stop before the last line. */
const addWaitingLines = async (run: StepRun<'import'>): Promise<boolean> => {
  const { ctx, id, orgId, signal } = run;
  const limit = await readImportLimit(ctx.db, orgId, ctx.config.defaultPlan);
  let lastRead = 0;
  return runProbes<WaitingLine>({
    prober: ctx.gateways.prober,
    signal,
    onFault: (fault) => ctx.log.warn({ err: fault, importId: id }, 'probe failed on this machine'),
    read: async (max) => {
      const isFull = limit.certificates !== null && (await remainingCapacity(ctx.db, orgId, limit.certificates)) === 0;
      if (isFull) await run.commit(async ({ db }) => advance(db, id, await markBeyondLimit(db, id, limit.text)));
      const items = await listWaitingLines(ctx.db, { id, orgId }, lastRead, max);
      lastRead = items.at(-1)?.line ?? lastRead;
      return { items, atEnd: items.length < max };
    },
    write: async (answered) => {
      const failed = answered.filter(({ answer }) => typeof answer === 'string' || answer.kind !== 'served').length;
      if (failed > 0) await throttleOf(ctx).charge('failedImportLineFromOrganization', orgId, failed);
      await run.commit(async (tx) => {
        await writeResults(tx.db, id, await storeImported(tx, { orgId, limit }, answered));
        await advance(tx.db, id, answered.length);
      });
    },
  });
};

/** Job: brings an import to its end, or as far as this worker comes until `signal` aborts. */
export const runImport = useCase({
  name: 'certificates/run-import',
  access: 'system',
})(
  (ctx, payload: { readonly id: CertificateImportId }, options: { readonly signal?: AbortSignal } = {}): Promise<void> =>
    runProcess(ctx, importProcess, payload, options),
);
