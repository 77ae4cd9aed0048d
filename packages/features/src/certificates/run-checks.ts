import type { CheckFailure } from '@notafter/db';
import { type CertificateId, CHECK_SLICE_SIZE, type CheckRunId, MINUTE_MS, type Observation, SECOND_MS } from '@notafter/domain';
import type { SystemContext, TransactionContext } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import {
  advanceCheckRun,
  findRunningCheckRun,
  finishCheckRun,
  holdCheckRun,
  listRunEndpoints,
  type RunEndpoint,
  type RunningCheckRun,
} from './internal/check-run.ts';
import { runChecksJob } from './internal/jobs.ts';
import { createPace } from './internal/pace.ts';
import { createProbeWindow } from './internal/probe-window.ts';
import { storeObservations } from './internal/store-observations.ts';

const PROBES_AT_ONCE = 50;
/** Read ahead of the oldest unanswered probe, so that a tarpit holds back the write and not the probing. */
const LOOK_AHEAD = 2 * CHECK_SLICE_SIZE;
const FLUSH_MS = SECOND_MS;
/** Below the job's expiry; a continuation goes on. */
const BUDGET_MS = 10 * MINUTE_MS;

/** One endpoint on its way through a run; `answer` is null until the probe ended, and a text where it could not be made. */
interface Step {
  readonly endpoint: RunEndpoint;
  answer: Observation | string | null;
}

interface RunOptions {
  readonly signal?: AbortSignal;
  /** 1 on the job's first try. */
  readonly attempt?: number;
}

/**
 * Job: walks a bulk check by certificate id. Results, counts and the cursor are written together, so a run that is
 * interrupted at any line goes on where it stood. On `signal`, or after its time, it enqueues its own continuation. When
 * the job has no tries left the run becomes `failed` and the cause is thrown.
 */
export const runChecks = async (
  ctx: SystemContext,
  { runId }: { readonly runId: CheckRunId },
  { signal, attempt = 1 }: RunOptions = {},
): Promise<void> => {
  const run = await findRunningCheckRun(ctx.db, runId);
  if (run === null) return;
  try {
    await walk(ctx, run, signal);
  } catch (error) {
    if (attempt > runChecksJob.policy.retryLimit) {
      await withTransaction(ctx, 'certificates/run-checks', (tx) => finishCheckRun(tx.db, runId, 'failed', tx.clock.now()));
    }
    throw error;
  }
};

const walk = async (ctx: SystemContext, run: RunningCheckRun, signal: AbortSignal | undefined): Promise<void> => {
  const endsAt = ctx.clock.now().getTime() + BUDGET_MS;
  const window = createProbeWindow<RunEndpoint>(ctx.gateways.prober, PROBES_AT_ONCE, signal);
  const pace = createPace(FLUSH_MS);
  const steps = new Map<CertificateId, Step>();
  let waiting: RunEndpoint[] = [];
  let { cursor } = run;
  let next: CertificateId | null = cursor;
  let atEnd = false;

  for (;;) {
    const interrupted = signal?.aborted === true || ctx.clock.now().getTime() >= endsAt;
    if (!interrupted && !atEnd && waiting.length === 0 && steps.size < LOOK_AHEAD) {
      const page = await listRunEndpoints(ctx.db, run, next, CHECK_SLICE_SIZE);
      for (const endpoint of page.endpoints) steps.set(endpoint.id, { endpoint, answer: null });
      waiting = [...page.endpoints];
      next = page.next;
      atEnd = next === null;
    }
    for (const endpoint of interrupted ? [] : waiting.splice(0, window.room)) window.start(endpoint);
    for (const { item, observation, fault } of window.takeAnswers()) {
      const step = steps.get(item.id);
      if (fault !== null) ctx.log.warn({ err: fault, runId: run.id }, 'probe failed on this machine');
      if (step !== undefined) step.answer = observation ?? 'The check could not be made.';
    }

    const answered = leadingAnswered(steps);
    const finished = atEnd && waiting.length === 0 && answered.length === steps.size;
    const leave = finished || interrupted;
    if (leave || answered.length >= CHECK_SLICE_SIZE || (answered.length > 0 && pace.due)) {
      const moved = await advance(ctx, run, cursor, answered, { finished, interrupted });
      if (!moved || leave) return;
      for (const { endpoint } of answered) steps.delete(endpoint.id);
      cursor = answered.at(-1)?.endpoint.id ?? cursor;
      pace.begin();
      continue;
    }
    const mayStartMore = window.room > 0 && (waiting.length > 0 || (!atEnd && steps.size < LOOK_AHEAD));
    if (!mayStartMore && window.answered === 0) await window.wait(answered.length > 0 ? Math.max(1, pace.leftMs) : FLUSH_MS);
  }
};

/** The steps before the first one still under way: the cursor may pass these and no others. */
const leadingAnswered = (steps: ReadonlyMap<CertificateId, Step>): Step[] => {
  const answered: Step[] = [];
  for (const step of steps.values()) {
    if (step.answer === null || answered.length === CHECK_SLICE_SIZE) break;
    answered.push(step);
  }
  return answered;
};

/** Writes what is answered; false where another worker has moved the run since, whose count stands. */
const advance = (
  ctx: SystemContext,
  run: RunningCheckRun,
  cursor: CertificateId | null,
  answered: readonly Step[],
  { finished, interrupted }: { readonly finished: boolean; readonly interrupted: boolean },
): Promise<boolean> =>
  withTransaction(ctx, 'certificates/run-checks', async (tx) => {
    if (!(await holdCheckRun(tx.db, run.id, cursor))) return false;
    await storeSteps(tx, run, answered);
    if (finished) await finishCheckRun(tx.db, run.id, 'completed', tx.clock.now());
    else if (interrupted) await tx.jobs.enqueue(tx.db, runChecksJob, { runId: run.id }, { singletonKey: run.id });
    return true;
  });

const storeSteps = async (tx: TransactionContext<SystemContext>, run: RunningCheckRun, answered: readonly Step[]): Promise<void> => {
  const last = answered.at(-1);
  if (last === undefined) return;
  const observed = answered.flatMap(({ endpoint: { id }, answer }) =>
    answer === null || typeof answer === 'string' ? [] : [{ id, observation: answer }],
  );
  const stored = new Map((await storeObservations(tx, observed, { askedByPerson: true })).map((check) => [check.id, check.observation]));
  const failures = answered.flatMap(({ endpoint: { id, domain }, answer }): CheckFailure[] => {
    if (typeof answer === 'string') return [{ id, domain, message: answer }];
    const observation = stored.get(id);
    return observation?.kind === 'unreachable' ? [{ id, domain, message: observation.detail }] : [];
  });
  const succeeded = [...stored.values()].filter(({ kind }) => kind === 'served').length;
  await advanceCheckRun(tx.db, run.id, { cursor: last.endpoint.id, succeeded, failures });
};
