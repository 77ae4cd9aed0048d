import { addMs, MINUTE_MS } from '../../time.ts';

/** Local wall times `HH:MM` in an IANA time zone; over midnight where `from` is the later one. */
export interface QuietHours {
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
}

const DAY_MINUTES = 24 * 60;

const minutesOf = (wallTime: string): number => {
  const [hours = 0, minutes = 0] = wallTime.split(':').map(Number);
  return hours * 60 + minutes;
};

const formats = new Map<string, Intl.DateTimeFormat>();
const wallMinutes = (instant: Date, timeZone: string): number => {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return minutesOf(format.format(instant));
};

/** Whether the runtime knows an IANA time zone by this name. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** When the quiet hours that `now` lies in end; null outside of them. An end that a change of the clocks skips comes with the next wall time. */
export const quietUntil = ({ from, until, timeZone }: QuietHours, now: Date): Date | null => {
  const [begins, ends, present] = [minutesOf(from), minutesOf(until), wallMinutes(now, timeZone)];
  const quiet = begins <= ends ? present >= begins && present < ends : present >= begins || present < ends;
  if (!quiet) return null;
  const minute = addMs(now, -(now.getTime() % MINUTE_MS));
  const candidate = addMs(minute, ((ends - present + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS);
  const driftMinutes = ((ends - wallMinutes(candidate, timeZone) + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  const adjusted = addMs(candidate, driftMinutes * MINUTE_MS);
  return adjusted > now && wallMinutes(adjusted, timeZone) === ends ? adjusted : candidate;
};
