import type { CheckFailure } from '@notafter/db';
import { type CertificateId, type CheckRunId, DAY_MS, SECOND_MS } from '@notafter/domain';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { defineProcess, type StepRun } from '../../steps/define-process.ts';
import { done, hop } from '../../steps/outcome.ts';
import { advance } from '../../steps/progress.ts';
import { runProcess } from '../../steps/run-process.ts';
import { useCase } from '../../use-case.ts';
import { advanceCheckRun, countChecked, listRunEndpoints, type RunEndpoint, readCheckRun } from './internal/check-run.ts';
import { type ProbedStep, runProbes } from './internal/run-probes.ts';
import { storeObservations } from './internal/store-observations.ts';

/**
 * Checks the selected certificates by their IDs. Results, counts and the cursor are written together, so a run that is interrupted
 * at any line continues where it was.
 */
export const checkRunProcess = defineProcess({
  kind: 'check_run',
  deadlineSeconds: DAY_MS / SECOND_MS,
  interrupted: 'The check was interrupted. Start it again.',
  first: 'check_certificates',
  steps: {
    check_certificates: async (run) =>
      (await checkFromCursor(run)) ? done((tx) => countChecked(tx.db, run.id)) : hop('check_certificates'),
  },
});

/** False if the step has to stop before the last certificate. */
const checkFromCursor = async (run: StepRun<'check_run'>): Promise<boolean> => {
  const { ctx, id, signal } = run;
  const selected = await readCheckRun(ctx.db, id);
  let next: CertificateId | null = selected.cursor;
  return runProbes<RunEndpoint>({
    prober: ctx.gateways.prober,
    signal,
    onFault: (fault) => ctx.log.warn({ err: fault, runId: id }, 'probe failed on this machine'),
    read: async (limit) => {
      const page = await listRunEndpoints(ctx.db, selected, next, limit);
      next = page.next;
      return { items: page.endpoints, atEnd: page.next === null };
    },
    write: (answered) => run.commit((tx) => storeChecked(tx, id, answered)),
  });
};

const storeChecked = async (
  tx: TransactionContext<SystemContext>,
  id: CheckRunId,
  answered: readonly ProbedStep<RunEndpoint>[],
): Promise<void> => {
  const last = answered.at(-1);
  if (last === undefined) return;
  const observed = answered.flatMap(({ item, answer }) =>
    typeof answer === 'string' ? [] : [{ id: item.id, observation: answer, judgedBy: item.probeAnchors.digest }],
  );
  const stored = new Map((await storeObservations(tx, observed, { askedByPerson: true })).map((check) => [check.id, check.observation]));
  const failures = answered.flatMap(({ item, answer }): CheckFailure[] => {
    if (typeof answer === 'string') return [{ id: item.id, domain: item.domain, message: answer }];
    const observation = stored.get(item.id);
    return observation?.kind === 'unreachable' ? [{ id: item.id, domain: item.domain, message: observation.detail }] : [];
  });
  const succeeded = [...stored.values()].filter(({ kind }) => kind === 'served').length;
  await advanceCheckRun(tx.db, id, { cursor: last.item.id, succeeded, failures });
  await advance(tx.db, id, succeeded + failures.length);
};

/** Job: brings a bulk check to its end, or as far as this worker comes until `signal` aborts. */
export const runChecks = useCase({
  name: 'certificates/run-checks',
  access: 'system',
})(
  (ctx, payload: { readonly id: CheckRunId }, options: { readonly signal?: AbortSignal } = {}): Promise<void> =>
    runProcess(ctx, checkRunProcess, payload, options),
);
