import { dateText, daysLeft } from '@notafter/domain';
import { daysText } from '../time/format.ts';
import { daysBetween, type Life, lifelineShape, round } from './scale.ts';

export const RULER_MAX_TICKS = 120;
/** Days between two ticks; lives too long for the last one get a multiple of it. */
const STEPS = [1, 2, 5, 10, 30] as const;

export interface RulerTick {
  readonly at: number;
  /** `start`, `end` and the thresholds are taller than the days between them. */
  readonly kind: 'day' | 'start' | 'threshold' | 'end';
  /** Still ahead. */
  readonly left: boolean;
}

export interface RulerShape {
  readonly stepDays: number;
  readonly ticks: readonly RulerTick[];
  readonly hand: number;
  readonly overrun: number;
  /** `30 d`, `7 d`; one that would run into its neighbor is left out. */
  readonly labels: readonly { readonly days: number; readonly at: number }[];
}

/** The smallest step that needs at most 120 ticks for `days`, the start's and the thresholds' own included. */
export function rulerStep(days: number): number {
  const room = RULER_MAX_TICKS - 3;
  const fitting = STEPS.find((step) => days / step <= room);
  return fitting ?? Math.ceil(days / room / 30) * 30;
}

/** Room a label needs, in percent of a ruler 480 px wide. */
const LABEL_WIDTH = 7;

/** Ticks count back from the end, so that the last ones are whole days left. */
export function rulerShape(life: Life): RulerShape {
  const line = lifelineShape(life);
  const lifeDays = Math.max(daysBetween(life.notBefore, life.notAfter), 0);
  const axis = lifeDays + Math.max(daysBetween(life.notAfter, life.now), 0);
  const stepDays = rulerStep(axis);
  const place = (daysBeforeEnd: number): number => (axis === 0 ? 100 : round(((lifeDays - daysBeforeEnd) / axis) * 100));
  const tick = (daysBeforeEnd: number, kind: RulerTick['kind']): RulerTick => {
    const at = place(daysBeforeEnd);
    return { at, kind, left: line.overrun === 0 && at >= line.hand };
  };
  const marks = [lifeDays, ...line.ticks.map(({ days }) => days), 0];
  const isClear = (days: number): boolean => marks.every((mark) => Math.abs(mark - days) > stepDays / 2);
  const count = Math.floor(lifeDays / stepDays);
  const between = Array.from({ length: count }, (_, index) => (index + 1) * stepDays).filter(isClear);
  const ticks = [
    tick(lifeDays, 'start'),
    ...between.map((days) => tick(days, 'day')),
    ...line.ticks.map(({ days }) => tick(days, 'threshold')),
    tick(0, 'end'),
  ].sort((a, b) => a.at - b.at);
  const labels = line.ticks.filter(({ at }, index) => {
    const next = line.ticks[index + 1];
    return next === undefined || next.at - at >= LABEL_WIDTH;
  });
  return { stepDays, ticks, hand: line.hand, overrun: line.overrun, labels };
}

/** A drawn life in words, for screen readers: `Issued 2026-09-05, expires 2026-12-04, 14 days left`. */
export function lifeSentence({ notBefore, notAfter, now }: Life): string {
  const days = daysLeft(notAfter, now);
  const rest = days < 0 ? `${daysText(-days)} overdue` : `${daysText(days)} left`;
  return `Issued ${dateText(notBefore)}, ${days < 0 ? 'expired' : 'expires'} ${dateText(notAfter)}, ${rest}`;
}
