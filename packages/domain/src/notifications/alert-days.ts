/** The days an organisation may choose from, in the order the screen lists them. */
export const ALERT_DAY_OPTIONS = [30, 14, 7, 1] as const;
/** In force where nothing was saved. */
export const DEFAULT_ALERT_DAYS: readonly number[] = [1];
/** Always on beside the chosen days: the last day itself. */
const LAST_DAY = 0;
/** The threshold of `expired`: below every other, because nothing is tighter. */
export const EXPIRED_THRESHOLD = -1;

/** Each saved day that the plan lacks becomes the plan's nearest (the earlier warning of two equally near), never none. */
export const clipAlertDays = (saved: readonly number[], planDays: readonly number[]): number[] => {
  const nearest = (day: number): number =>
    planDays.reduce((best, option) => {
      const [distance, shortest] = [Math.abs(option - day), Math.abs(best - day)];
      return distance < shortest || (distance === shortest && option > best) ? option : best;
    });
  return [...new Set(saved.map((day) => (planDays.includes(day) ? day : nearest(day))))].sort((one, other) => other - one);
};

interface CrossedInput {
  /** The days in force, clipped. */
  readonly days: readonly number[];
  readonly daysLeft: number;
  /** The tightest threshold already told for this very certificate; null where none was. */
  readonly told: number | null;
}

/**
 * The threshold to alert at now, or null. Threshold N is crossed while at most N days are left; only the tightest crossed
 * one counts, and none at all where one as tight was told already.
 */
export const thresholdToTell = ({ days, daysLeft, told }: CrossedInput): number | null => {
  const crossed = daysLeft < 0 ? EXPIRED_THRESHOLD : [...days, LAST_DAY].filter((day) => daysLeft <= day).sort((a, b) => a - b)[0];
  if (crossed === undefined) return null;
  return told !== null && told <= crossed ? null : crossed;
};
