import { DAY_MS } from '@notafter/domain';

/** Input of every form of the lifeline: issue and end of one certificate, key or plan, seen at one instant. */
export interface Life {
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly now: Date;
}

/** Percent of the width where the horizon's shared "now" stands. */
export const NOW_AT = 21;
/** Days beyond which the horizon shows an arrowhead instead of an end. */
export const HORIZON_DAYS = 400;
/** Days of the horizon's guides. */
export const GUIDE_DAYS = [7, 30, 90, 365] as const;
/** Days before the end at which a threshold tick stands. */
export const THRESHOLD_DAYS = [30, 7] as const;

const AHEAD = 77;
const AHEAD_SOFTNESS = 7;
const BEHIND_SOFTNESS = 1.5;

/** Days as a real number, not the rounded figure that the text shows. */
export const daysBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / DAY_MS;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
/** Two decimals of a percent are finer than any pixel, and the same text on server and in browser. */
export const round = (percent: number): number => Math.round(percent * 100) / 100;

/**
 * Percent across the horizon for a moment `days` from now, negative for the past. Logarithmic to both sides of now, so
 * that a day counts much close to now and little far away; clamped at 400 days.
 */
export function horizonX(days: number): number {
  const size = clamp(Math.abs(days), 0, HORIZON_DAYS);
  if (days >= 0) return NOW_AT + (AHEAD * Math.log(1 + size / AHEAD_SOFTNESS)) / Math.log(1 + HORIZON_DAYS / AHEAD_SOFTNESS);
  return NOW_AT - (NOW_AT * Math.log(1 + size / BEHIND_SOFTNESS)) / Math.log(1 + HORIZON_DAYS / BEHIND_SOFTNESS);
}

export interface HorizonShape {
  /** Life spent: thin, from issue to now, or to the end where that lies in the past. */
  readonly spent: { readonly from: number; readonly to: number };
  /** Life left: thick, from now to the end; null once it is over. */
  readonly left: { readonly from: number; readonly to: number } | null;
  /** The end lies beyond the scale. */
  readonly beyond: boolean;
  /** Time past the end, up to now, as a width; null while there is life left. */
  readonly overrun: number | null;
}

export function horizonShape({ notBefore, notAfter, now }: Life): HorizonShape {
  const ahead = daysBetween(now, notAfter);
  const start = horizonX(Math.min(0, daysBetween(now, notBefore)));
  if (ahead < 0) {
    const end = horizonX(ahead);
    return { spent: { from: round(Math.min(start, end)), to: round(end) }, left: null, beyond: false, overrun: round(NOW_AT - end) };
  }
  // A certificate that begins tomorrow has no life to spend before it does.
  const begin = Math.max(NOW_AT, horizonX(Math.max(0, daysBetween(now, notBefore))));
  return {
    spent: { from: round(start), to: NOW_AT },
    left: { from: round(begin), to: round(horizonX(ahead)) },
    beyond: ahead > HORIZON_DAYS,
    overrun: null,
  };
}

export interface LifelineShape {
  /** Percent at which the hand stands: 0 before the start, 100 once over. */
  readonly hand: number;
  /** Percent of the width past the end; 0 while there is life left. */
  readonly overrun: number;
  /** Threshold days with their places; one that the whole life does not exceed is left out. */
  readonly ticks: readonly { readonly days: number; readonly at: number }[];
}

/** Linear, on its own axis: from issue to the end, or to now once the end has passed. */
export function lifelineShape({ notBefore, notAfter, now }: Life): LifelineShape {
  const life = Math.max(daysBetween(notBefore, notAfter), 0);
  const overdue = Math.max(daysBetween(notAfter, now), 0);
  const axis = life + overdue;
  // An end before its own beginning has no length to draw.
  if (axis === 0) return { hand: 100, overrun: 0, ticks: [] };
  return {
    hand: round(clamp((daysBetween(notBefore, now) / axis) * 100, 0, 100)),
    overrun: round((overdue / axis) * 100),
    ticks: THRESHOLD_DAYS.filter((days) => days < life).map((days) => ({ days, at: round(((life - days) / axis) * 100) })),
  };
}
