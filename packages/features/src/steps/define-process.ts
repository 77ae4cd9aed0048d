import type { JobIds, JobType, OrganizationId, ProcessState } from '@notafter/domain';
import type { SystemContext, TransactionContext } from '../context.ts';
import type { Outcome } from './outcome.ts';

/** The argument of a step. Everything else it reads from the row of its kind. */
export interface StepRun<Kind extends JobType = JobType> {
  readonly ctx: SystemContext;
  readonly id: JobIds[Kind];
  readonly orgId: OrganizationId;
  readonly subject: string | null;
  /** 1 on the first start of this step; goes back to 1 when `advance` counts something. */
  readonly tries: number;
  /** Aborts when the step has to stop: its worker stops, its lease is gone, its deadline passed or somebody cancelled. */
  readonly signal: AbortSignal;
  /** How long the process was at work so far, in milliseconds. */
  spentMs(): number;
  /** How long ago this step began, its naps and earlier tries included; for steps that wait for something. */
  stepMs(): number;
  /** Writes before the step ends. Throws if the process is over or another worker has it: let that pass. */
  commit<Result>(change: (tx: TransactionContext<SystemContext>) => Promise<Result>): Promise<Result>;
  /** Calls `work` each second, after the lease was renewed. */
  onBeat(work: () => Promise<void>): void;
}

export interface End {
  readonly state: Exclude<ProcessState, 'running'>;
  readonly error: string | null;
}

/** The part of a definition that ends a process. */
export interface Endable<Kind extends JobType = JobType> {
  readonly kind: Kind;
  /** The step that begins to undo what was done, where a cancel, a failure or a missed deadline leads. Absent: the process ends there. */
  readonly undo?: string;
  /** The kinds of the processes that this one starts and waits for; they are cancelled when it ends. */
  readonly children?: readonly Endable[];
  /** Writes with the end, however it came about. */
  ended?(tx: TransactionContext<SystemContext>, id: JobIds[Kind], end: End): Promise<void>;
}

export interface ProcessDefinition<Kind extends JobType = JobType, Step extends string = string> extends Endable<Kind> {
  readonly undo?: NoInfer<Step>;
  /** From the start to the end; undoing has as long again. */
  readonly deadlineSeconds: number;
  /** The error of a process that used up its tries or missed its deadline; a sentence for people. */
  readonly interrupted: string;
  /** How often a step is started if its workers die, for steps that can take nobody down themselves. Absent: as often as it may throw. */
  readonly startsMax?: number;
  readonly first: NoInfer<Step>;
  /** In the order in which they run. Each may run twice: a worker can die after anything it did. */
  readonly steps: Readonly<Record<Step, (run: StepRun<Kind>) => Promise<Outcome<NoInfer<Step>>>>>;
}

/** Checks that every hop leads to a step. */
export const defineProcess = <Kind extends JobType, Step extends string>(
  definition: ProcessDefinition<Kind, Step>,
): ProcessDefinition<Kind, Step> => definition;
