import type { SystemContext, TransactionContext } from '../context.ts';

/** A step's write together with its outcome: both are stored, or neither. */
export type Write = (tx: TransactionContext<SystemContext>) => Promise<unknown>;

interface Written {
  readonly write: Write | undefined;
}

/** Stores the next step, then runs it. A step that names itself goes on later if its worker stops now. */
export interface Hop<Step extends string> extends Written {
  readonly kind: 'hop';
  readonly step: Step;
}
/** Runs the same step again after `seconds`, or when somebody wakes the process. Null: only when somebody wakes it. */
export interface Nap extends Written {
  readonly kind: 'nap';
  readonly seconds: number | null;
}
export interface Done extends Written {
  readonly kind: 'done';
}
/** Gives up. `problem` is a sentence for people. */
export interface Fail extends Written {
  readonly kind: 'fail';
  readonly problem: string;
}

/** How every step ends. A step that throws is run again. */
export type Outcome<Step extends string = string> = Hop<Step> | Nap | Done | Fail;

export const hop = <Step extends string>(step: Step, write?: Write): Hop<Step> => ({ kind: 'hop', step, write });
export const nap = (seconds: number | null = null, write?: Write): Nap => ({ kind: 'nap', seconds, write });
export const done = (write?: Write): Done => ({ kind: 'done', write });
export const fail = (problem: string, write?: Write): Fail => ({ kind: 'fail', problem, write });
