import { CHECK_SLICE_SIZE, type Observation, type Prober, SECOND_MS } from '@notafter/domain';
import { createPacing } from './pacing.ts';
import { createProbeWindow, type ProbeItem } from './probe-window.ts';

/** A tenth of what the schedule has under way: enough that tarpits do not stop a walk, and no more than its share. */
const PROBES_AT_ONCE = 500;
/** Read ahead of the oldest unanswered probe, so that a tarpit holds back the write and not the probing. */
const LOOK_AHEAD = 2 * CHECK_SLICE_SIZE;
const FLUSH_MS = SECOND_MS;

/** One endpoint on its way; `answer` is a text where the probe could not be made. */
export interface ProbedStep<Item extends ProbeItem> {
  readonly item: Item;
  readonly answer: Observation | string;
}

interface OpenStep<Item extends ProbeItem> {
  readonly item: Item;
  answer: Observation | string | null;
}

export interface Walk<Item extends ProbeItem> {
  readonly prober: Prober;
  /** Ends the walk after what is answered was written. */
  readonly signal: AbortSignal;
  readonly onFault: (fault: unknown) => void;
  /** The next items in order; fewer than `limit` only if none follow. */
  read(limit: number): Promise<{ readonly items: readonly Item[]; readonly atEnd: boolean }>;
  /** Writes steps in the order in which they were read. */
  write(answered: readonly ProbedStep<Item>[]): Promise<void>;
}

/**
 * Probes what `read` gives, up to 500 at once, and hands the answers to `write` in order, by 500 or each second. True once
 * nothing is left, false if `signal` ended it.
 */
export const runProbes = async <Item extends ProbeItem>(walk: Walk<Item>): Promise<boolean> => {
  const { signal } = walk;
  const window = createProbeWindow<Item>(walk.prober, PROBES_AT_ONCE, signal);
  const pacing = createPacing(FLUSH_MS);
  const steps = new Map<Item, OpenStep<Item>>();
  let waiting: Item[] = [];
  let atEnd = false;

  for (;;) {
    if (!signal.aborted && !atEnd && waiting.length === 0 && steps.size < LOOK_AHEAD) {
      const page = await walk.read(CHECK_SLICE_SIZE);
      for (const item of page.items) steps.set(item, { item, answer: null });
      waiting = [...page.items];
      atEnd = page.atEnd;
    }
    for (const item of signal.aborted ? [] : waiting.splice(0, window.room)) window.start(item, null, null);
    for (const { item, observation, fault } of window.takeAnswers()) {
      if (fault !== null) walk.onFault(fault);
      const step = steps.get(item);
      if (step !== undefined) step.answer = observation ?? 'The check could not be made.';
    }

    const answered = leadingAnswered(steps);
    const finished = atEnd && waiting.length === 0 && answered.length === steps.size;
    const leave = finished || signal.aborted;
    if (leave || answered.length >= CHECK_SLICE_SIZE || (answered.length > 0 && pacing.due)) {
      if (answered.length > 0) await walk.write(answered);
      if (leave) return finished;
      for (const { item } of answered) steps.delete(item);
      pacing.begin();
      continue;
    }
    const mayStartMore = window.room > 0 && (waiting.length > 0 || (!atEnd && steps.size < LOOK_AHEAD));
    if (!mayStartMore && window.answered === 0) await window.wait(answered.length > 0 ? Math.max(1, pacing.leftMs) : FLUSH_MS);
  }
};

/** The steps before the first one still under way: only these may be written. */
const leadingAnswered = <Item extends ProbeItem>(steps: ReadonlyMap<Item, OpenStep<Item>>): ProbedStep<Item>[] => {
  const answered: ProbedStep<Item>[] = [];
  for (const { item, answer } of steps.values()) {
    if (answer === null || answered.length === CHECK_SLICE_SIZE) break;
    answered.push({ item, answer });
  }
  return answered;
};
