import { CHECK_SLICE_SIZE, type Clock, MINUTE_MS, type Observation, type Prober, type ProbeTarget, SECOND_MS } from '@notafter/domain';
import { createPacing } from './pacing.ts';
import { createProbeWindow } from './probe-window.ts';

/** A tenth of what the schedule has under way: enough that tarpits do not stop a walk, and no more than its share. */
const PROBES_AT_ONCE = 500;
/** Read ahead of the oldest unanswered probe, so that a tarpit holds back the write and not the probing. */
const LOOK_AHEAD = 2 * CHECK_SLICE_SIZE;
const FLUSH_MS = SECOND_MS;
const BEAT_MS = SECOND_MS;
/** Below the expiry of the jobs that walk; a continuation goes on. */
const BUDGET_MS = 10 * MINUTE_MS;

/** One endpoint on its way; `answer` is a text where the probe could not be made. */
export interface ProbedStep<Item extends ProbeTarget> {
  readonly item: Item;
  readonly answer: Observation | string;
}

interface OpenStep<Item extends ProbeTarget> {
  readonly item: Item;
  answer: Observation | string | null;
}

export interface ProbeRunEnd {
  /** Nothing is left to do. */
  readonly finished: boolean;
  /** The process ends or the time is up: somebody else has to go on. */
  readonly interrupted: boolean;
}

export interface Walk<Item extends ProbeTarget> {
  readonly prober: Prober;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly onFault: (fault: unknown) => void;
  /** Shows life at the start and each second; false where nobody wants the walk any more, and it ends there. */
  beat(): Promise<boolean>;
  /** The next items in order; fewer than `limit` only where none follow. */
  read(limit: number): Promise<{ readonly items: readonly Item[]; readonly atEnd: boolean }>;
  /** Writes steps in the order they were read; false where another worker took over, and this one leaves. */
  write(answered: readonly ProbedStep<Item>[], end: ProbeRunEnd): Promise<boolean>;
}

/** Probes what `read` gives, up to 500 at once, and hands the answers to `write` in order, by 500 or each second. */
export const runProbes = async <Item extends ProbeTarget>(walk: Walk<Item>): Promise<void> => {
  const { clock, signal } = walk;
  const endsAt = clock.now().getTime() + BUDGET_MS;
  const window = createProbeWindow<Item>(walk.prober, PROBES_AT_ONCE, signal);
  const pace = createPacing(FLUSH_MS);
  const beatPace = createPacing(BEAT_MS);
  const steps = new Map<Item, OpenStep<Item>>();
  let waiting: Item[] = [];
  let atEnd = false;

  if (!(await walk.beat())) return;
  for (;;) {
    if (beatPace.due) {
      if (!(await walk.beat())) return;
      beatPace.begin();
    }
    const interrupted = signal?.aborted === true || clock.now().getTime() >= endsAt;
    if (!interrupted && !atEnd && waiting.length === 0 && steps.size < LOOK_AHEAD) {
      const page = await walk.read(CHECK_SLICE_SIZE);
      for (const item of page.items) steps.set(item, { item, answer: null });
      waiting = [...page.items];
      atEnd = page.atEnd;
    }
    for (const item of interrupted ? [] : waiting.splice(0, window.room)) window.start(item, null);
    for (const { item, observation, fault } of window.takeAnswers()) {
      if (fault !== null) walk.onFault(fault);
      const step = steps.get(item);
      if (step !== undefined) step.answer = observation ?? 'The check could not be made.';
    }

    const answered = leadingAnswered(steps);
    const finished = atEnd && waiting.length === 0 && answered.length === steps.size;
    const leave = finished || interrupted;
    if (leave || answered.length >= CHECK_SLICE_SIZE || (answered.length > 0 && pace.due)) {
      const moved = await walk.write(answered, { finished, interrupted });
      if (!moved || leave) return;
      for (const { item } of answered) steps.delete(item);
      pace.begin();
      continue;
    }
    const mayStartMore = window.room > 0 && (waiting.length > 0 || (!atEnd && steps.size < LOOK_AHEAD));
    if (!mayStartMore && window.answered === 0) await window.wait(answered.length > 0 ? Math.max(1, pace.leftMs) : FLUSH_MS);
  }
};

/** The steps before the first one still under way: only these may be written. */
const leadingAnswered = <Item extends ProbeTarget>(steps: ReadonlyMap<Item, OpenStep<Item>>): ProbedStep<Item>[] => {
  const answered: ProbedStep<Item>[] = [];
  for (const { item, answer } of steps.values()) {
    if (answer === null || answered.length === CHECK_SLICE_SIZE) break;
    answered.push({ item, answer });
  }
  return answered;
};
