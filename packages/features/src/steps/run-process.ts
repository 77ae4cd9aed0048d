import { setTimeout as sleep } from 'node:timers/promises';
import { processes } from '@notafter/db';
import { type JobIds, type JobType, MINUTE_MS, SECOND_MS } from '@notafter/domain';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import type { ProcessDefinition, StepRun } from './define-process.ts';
import { endProcess, lockParent } from './end-process.ts';
import { startBeat } from './internal/beat.ts';
import { type Decision, decide, type Result, TRIES_MAX } from './internal/decide.ts';
import { backoff, holdLease, instantOf, LeaseLost, type Turn, takeLease, turnColumns } from './internal/lease.ts';
import { nap, type Outcome } from './outcome.ts';
import { enqueueAlarm } from './process-jobs.ts';

/** A worker goes on no longer than this, below the expiry of its job; another job continues. */
const SHIFT_MS = 10 * MINUTE_MS;
/** The queue takes up to five seconds to start a job that is due, so a worker may wait out shorter naps itself. */
const SHORT_NAP_SECONDS = 2;

export interface RunOptions {
  /** Aborts when this worker stops. */
  readonly signal?: AbortSignal;
  /** A worker goes on no longer than this, below the expiry of its job. */
  readonly shiftMs?: number;
  /** For so long it waits out the short naps of a step itself. Absent: not at all. */
  readonly lingerMs?: number;
}

/** The steps of one process, as far as this worker brings it. */
class Worker<Kind extends JobType> {
  readonly #ctx: SystemContext;
  readonly #definition: ProcessDefinition<Kind>;
  readonly #id: JobIds[Kind];
  readonly #stopping: AbortSignal;
  readonly #lingerMs: number;

  constructor(ctx: SystemContext, definition: ProcessDefinition<Kind>, id: JobIds[Kind], stopping: AbortSignal, lingerMs: number) {
    this.#ctx = ctx;
    this.#definition = definition;
    this.#id = id;
    this.#stopping = stopping;
    this.#lingerMs = lingerMs;
  }

  async work(): Promise<void> {
    let turn = await takeLease(this.#ctx.db, this.#id);
    while (turn !== null) {
      const isOver = turn.isLate || turn.isCancelRequested || turn.tries > (this.#definition.startsMax ?? TRIES_MAX);
      turn = isOver ? await this.#settle(turn, null, 0) : await this.#runStep(turn);
    }
  }

  async #runStep(turn: Turn): Promise<Turn | null> {
    const begun = performance.now();
    const held = { id: this.#id, generation: turn.generation };
    const beat = startBeat(this.#ctx, held, this.#stopping);
    const run: StepRun<Kind> = {
      ctx: this.#ctx,
      id: this.#id,
      orgId: turn.orgId,
      subject: turn.subject,
      tries: turn.tries,
      stepMs: () => turn.stepMs + performance.now() - begun,
      signal: beat.signal,
      spentMs: () => turn.spentMs + performance.now() - begun,
      commit: (change) =>
        this.#transaction(async (tx) => {
          await holdLease(tx.db, held, 'key share');
          return change(tx);
        }),
      onBeat: beat.onBeat,
    };
    const result = await this.#attempt(turn.step, run);
    const workedMs = await beat.stop();
    return beat.isLost ? null : this.#settle(turn, result, workedMs);
  }

  /** A step of another version of the program is a fault like any other: the version that knows it may be the next to try. */
  async #attempt(name: string, run: StepRun<Kind>): Promise<Result> {
    try {
      const step = this.#definition.steps[name];
      if (step === undefined) throw new Error(`${this.#definition.kind} has no step ${name}.`);
      return await this.#linger(run, step);
    } catch (error) {
      return { kind: 'fault', error };
    }
  }

  async #linger(run: StepRun<Kind>, step: ProcessDefinition<Kind>['steps'][string]): Promise<Outcome> {
    const until = performance.now() + this.#lingerMs;
    for (;;) {
      const outcome = await step(run);
      const isShort = outcome.kind === 'nap' && outcome.seconds !== null && outcome.seconds <= SHORT_NAP_SECONDS;
      if (!isShort || run.signal.aborted || performance.now() >= until) return outcome;
      if (outcome.write !== undefined) await run.commit(outcome.write);
      await sleep((outcome.seconds ?? 0) * SECOND_MS, undefined, { signal: run.signal }).catch(() => undefined);
      // Its write is stored.
      if (run.signal.aborted) return nap(outcome.seconds);
    }
  }

  /** Stores what follows; returns the next turn if this worker has it. */
  async #settle(turn: Turn, result: Result, workedMs: number): Promise<Turn | null> {
    if (result?.kind === 'fault' && result.error instanceof LeaseLost) return null;
    try {
      const { decision, next } = await this.#transaction((tx) => this.#store(tx, turn, result, workedMs));
      this.#report(turn, result, decision);
      return next;
    } catch (error) {
      if (error instanceof LeaseLost) return null;
      // A step whose write fails has failed. Anything else is a failure of the database.
      if (result === null || result.kind === 'fault') throw error;
      return this.#settle(turn, { kind: 'fault', error }, workedMs);
    }
  }

  #transaction<Stored>(change: (tx: TransactionContext<SystemContext>) => Promise<Stored>): Promise<Stored> {
    return withTransaction(this.#ctx, change);
  }

  async #store(
    tx: TransactionContext<SystemContext>,
    turn: Turn,
    result: Result,
    workedMs: number,
  ): Promise<{ readonly decision: Decision; readonly next: Turn | null }> {
    await lockParent(tx.db, turn.parentId);
    const held = await holdLease(tx.db, { id: this.#id, generation: turn.generation }, 'update');
    const decision = decide(this.#definition, held, result, this.#stopping.aborted);
    if (result !== null && result.kind !== 'fault') await result.write?.(tx);
    const spentMs = sql`${processes.spentMs} + ${workedMs}`;
    if (decision.kind === 'end') {
      await tx.db.update(processes).set({ spentMs }).where(eq(processes.id, this.#id));
      await endProcess(tx, this.#definition, this.#id, decision);
      return { decision, next: null };
    }
    const [next] = await tx.db
      .update(processes)
      .set({ spentMs, ...this.#following(turn, decision) })
      .where(eq(processes.id, this.#id))
      .returning({ ...turnColumns, runAt: processes.runAt });
    if (next === undefined) throw new LeaseLost('The process was deleted.');
    if (decision.kind === 'go' || decision.kind === 'undo') return { decision, next };
    const { orgId, wakes, runAt: startAfter } = next;
    await enqueueAlarm(tx, { id: this.#id, orgId, kind: this.#definition.kind, wakes }, { startAfter });
    return { decision, next: null };
  }

  #following({ step, wakes }: Turn, decision: Exclude<Decision, { kind: 'end' }>) {
    const begin = (next: string) => ({ step: next, ...(next === step ? {} : { stepSince: sql`now()` }) });
    switch (decision.kind) {
      case 'go':
        return { ...begin(decision.step), tries: 1 };
      case 'undo': {
        const deadlineAt = sql`now() + ${this.#definition.deadlineSeconds} * interval '1 second'`;
        return { ...begin(decision.step), tries: 1, ending: decision.ending, error: decision.error, deadlineAt };
      }
      case 'later': {
        const wanted =
          decision.seconds === null
            ? processes.deadlineAt
            : sql`least(now() + ${decision.seconds} * interval '1 second', ${processes.deadlineAt})`;
        // Somebody may have woken it since the step looked around.
        return {
          ...begin(decision.step),
          tries: 0,
          ...released(sql`case when ${processes.wakes} = ${wakes} then ${wanted} else now() end`),
        };
      }
      case 'again':
        return decision.counts
          ? released(sql`now() + ${backoff(sql`${processes.tries}`)}`)
          : { tries: sql`${processes.tries} - 1`, ...released(sql`now()`) };
    }
  }

  #report({ step, tries }: Turn, result: Result, decision: Decision): void {
    const at = { kind: this.#definition.kind, processId: this.#id, step, tries };
    const err = result?.kind === 'fault' ? result.error : undefined;
    if (decision.kind === 'again' && decision.counts) this.#ctx.log.warn({ ...at, err }, 'step failed, will be tried again');
    if (decision.kind === 'undo' || (decision.kind === 'end' && decision.state === 'failed')) {
      this.#ctx.log.warn({ ...at, err, problem: decision.error }, 'process gave up');
    }
  }
}

const released = (runAt: SQL) => ({
  leaseUntil: null,
  generation: sql`${processes.generation} + 1`,
  runAt: instantOf(runAt),
  scheduledAt: sql`now()`,
});

/**
 * Job: runs a process from the step that is stored on its row until it naps, ends or this worker stops. Does nothing if it is not
 * due, over or in another worker's hands. Throws only if the database cannot store what follows; the lease then ends by itself.
 */
export const runProcess = <Kind extends JobType>(
  ctx: SystemContext,
  definition: ProcessDefinition<Kind>,
  { id }: { readonly id: JobIds[Kind] },
  { signal, shiftMs = SHIFT_MS, lingerMs = 0 }: RunOptions = {},
): Promise<void> => {
  const shift = AbortSignal.timeout(shiftMs);
  return new Worker(ctx, definition, id, signal === undefined ? shift : AbortSignal.any([signal, shift]), lingerMs).work();
};
