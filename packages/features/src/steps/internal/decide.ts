import type { Endable, ProcessDefinition } from '../define-process.ts';
import type { Outcome } from '../outcome.ts';
import type { Turn } from './lease.ts';

/** A step is started so often before its process gives up. */
export const TRIES_MAX = 6;

/** How one start of a step ended. Null: it was not started. */
export type Result = Outcome | { readonly kind: 'fault'; readonly error: unknown } | null;

export type Decision =
  /** The same worker runs this step now. */
  | { readonly kind: 'go'; readonly step: string }
  /** Another worker runs this step, after so many seconds. Null: when somebody wakes the process. */
  | { readonly kind: 'later'; readonly step: string; readonly seconds: number | null }
  /** Another worker runs the step again: this one stopped (`counts` is false), or the step threw. */
  | { readonly kind: 'again'; readonly counts: boolean }
  | { readonly kind: 'undo'; readonly step: string; readonly ending: 'failed' | 'cancelled'; readonly error: string | null }
  | { readonly kind: 'end'; readonly state: 'completed' | 'failed' | 'cancelled'; readonly error: string | null };

type Known = Pick<Turn, 'step' | 'tries' | 'ending' | 'error' | 'isLate' | 'isCancelRequested'>;
type Rules = Pick<Endable, 'undo'> & Pick<ProcessDefinition, 'interrupted'>;

const giveUp = ({ undo }: Rules, { ending, error }: Known, problem: string): Decision =>
  undo === undefined || ending !== null
    ? { kind: 'end', state: 'failed', error: error ?? problem }
    : { kind: 'undo', step: undo, ending: 'failed', error: problem };

/** Returns what follows a start of a step. A cancel and a missed deadline win over all but an end that the step chose itself. */
export const decide = (rules: Rules, turn: Known, result: Result, isStopping: boolean): Decision => {
  if (result?.kind !== 'done' && result?.kind !== 'fail') {
    if (turn.isCancelRequested && rules.undo !== undefined) return { kind: 'undo', step: rules.undo, ending: 'cancelled', error: null };
    if (turn.isLate || result === null) return giveUp(rules, turn, rules.interrupted);
  }
  switch (result.kind) {
    case 'hop':
      return isStopping ? { kind: 'later', step: result.step, seconds: 0 } : { kind: 'go', step: result.step };
    case 'nap':
      return { kind: 'later', step: turn.step, seconds: result.seconds };
    case 'done':
      return { kind: 'end', state: turn.ending ?? 'completed', error: turn.error };
    case 'fail':
      return giveUp(rules, turn, result.problem);
    case 'fault':
      if (isStopping) return { kind: 'again', counts: false };
      return turn.tries < TRIES_MAX ? { kind: 'again', counts: true } : giveUp(rules, turn, rules.interrupted);
  }
};
