import { type Grade, grades } from './grade.ts';
import { rateServer, type ServerRating } from './rate-server.ts';
import { type Remedy, remediesAt } from './remedies.ts';
import type { ServerFacts } from './server-facts.ts';

/** One step towards a better grade, to be taken after the steps before it. */
export interface Advice {
  readonly id: string;
  readonly text: string;
  /** The rating after this step and all before it. */
  readonly score: number;
  readonly grade: Grade;
}

/** Above 0 where `one` is better; by the grade first, then by the points, even those that a grade of 0 hides. */
const compare = (one: ServerRating, other: ServerRating): number =>
  grades.indexOf(other.grade) - grades.indexOf(one.grade) || pointsOf(one) - pointsOf(other) || notesOf(other) - notesOf(one);

const pointsOf = ({ parts: { protocol, keyExchange, cipher } }: ServerRating): number =>
  protocol.weighted + keyExchange.weighted + cipher.weighted;
const notesOf = ({ caps, warnings }: ServerRating): number => caps.length + warnings.length;

interface Tried {
  readonly remedy: Remedy;
  readonly text: string;
  readonly facts: ServerFacts;
  readonly rating: ServerRating;
}

const bestStep = (facts: ServerFacts, remedies: readonly Remedy[], now: Date): Tried | null => {
  let best: Tried | null = null;
  for (const remedy of remedies) {
    const text = remedy.text(facts);
    if (text === null) continue;
    const changed = remedy.apply(facts);
    const rating = rateServer(changed, now);
    if (rating !== null && (best === null || compare(rating, best.rating) > 0)) best = { remedy, text, facts: changed, rating };
  }
  return best;
};

/**
 * Returns the steps that would raise a server's grade or score, the most effective first. Steps that change nothing by themselves are
 * named where a later one needs them. Ciphers of 128 bits stay: TLS 1.3 asks for one (RFC 8446 section 9.1).
 */
export const advise = (facts: ServerFacts, now: Date): Advice[] => {
  const before = rateServer(facts, now);
  if (before === null) return [];
  const steps: Advice[] = [];
  let remedies = remediesAt(now);
  let useful = 0;
  let reached = before;
  let current = facts;
  for (let step = bestStep(current, remedies, now); step !== null; step = bestStep(current, remedies, now)) {
    const { remedy, text, rating } = step;
    steps.push({ id: remedy.id, text, score: rating.score, grade: rating.grade });
    remedies = remedies.filter(({ id }) => id !== remedy.id);
    current = step.facts;
    if (compare(rating, reached) > 0) {
      useful = steps.length;
      reached = rating;
    }
  }
  return steps.slice(0, useful);
};
