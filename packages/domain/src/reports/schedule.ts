import { addMs, DAY_MS, HOUR_MS, SECOND_MS } from '../time.ts';

export const reportFrequencies = ['weekly', 'monthly'] as const;
export type ReportFrequency = (typeof reportFrequencies)[number];

/** A report is due each Monday, or on the first of each month, at a full hour of an IANA time zone. */
export interface ReportSchedule {
  readonly frequency: ReportFrequency;
  /** 0 to 23. */
  readonly hour: number;
  readonly timeZone: string;
}

const WEEK_DAYS = 7;

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  formats.set(timeZone, format);
  return format;
};

/** The wall time at an instant, as the instant that has this time in UTC. */
const wallTime = (instant: Date, timeZone: string): Date => {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
};

const offsetMs = (instant: Date, timeZone: string): number => {
  const second = new Date(Math.floor(instant.getTime() / SECOND_MS) * SECOND_MS);
  return wallTime(second, timeZone).getTime() - second.getTime();
};

/** The first instant with this wall time. If a change of the clocks skips it, as far after the change as it would have been. */
const instantOf = (wall: Date, timeZone: string): Date => {
  const [first, second] = [-DAY_MS, DAY_MS].map((ms) => addMs(wall, -offsetMs(addMs(wall, ms), timeZone)));
  const found = [first, second].find((instant) => instant !== undefined && wallTime(instant, timeZone).getTime() === wall.getTime());
  return found ?? first ?? wall;
};

/** The day of the period that `wall` is in, or of the one `offset` periods from it, at the hour of the schedule. */
const dueWall = ({ frequency, hour }: ReportSchedule, wall: Date, offset: number): Date => {
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  if (frequency === 'monthly') return new Date(Date.UTC(year, month + offset, 1, hour));
  const sinceMonday = (wall.getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;
  return new Date(Date.UTC(year, month, day - sinceMonday + WEEK_DAYS * offset, hour));
};

const dueInstants = (schedule: ReportSchedule, now: Date): Date[] => {
  const wall = wallTime(now, schedule.timeZone);
  return [-1, 0, 1].map((offset) => instantOf(dueWall(schedule, wall, offset), schedule.timeZone));
};

/** The first due time after `now`. */
export const nextReportAt = (schedule: ReportSchedule, now: Date): Date =>
  dueInstants(schedule, now).find((due) => due > now) ?? addMs(now, HOUR_MS);

/** The last due time at or before `now`: the only one that is made up for after downtime. */
export const lastReportAt = (schedule: ReportSchedule, now: Date): Date => dueInstants(schedule, now).findLast((due) => due <= now) ?? now;

/** The period of the report that is due at an instant: since the due time before it. */
export const reportPeriod = (schedule: ReportSchedule, due: Date): { readonly from: Date; readonly until: Date } => ({
  from: lastReportAt(schedule, addMs(due, -1)),
  until: due,
});
