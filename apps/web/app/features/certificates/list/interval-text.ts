const MINUTES_PER_HOUR = 60;
const SECONDS_PER_HOUR = 3600;

const short = (value: number): string => String(Number(value.toFixed(1)));

/** `6 h`, `30 min`, `18 s`: the unit in which the figure is at least one. */
export function intervalText(hours: number): string {
  if (hours >= 1) return `${short(hours)} h`;
  if (hours * MINUTES_PER_HOUR >= 1) return `${short(hours * MINUTES_PER_HOUR)} min`;
  return `${short(hours * SECONDS_PER_HOUR)} s`;
}
