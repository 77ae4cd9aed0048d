import { isBeforeRenewal } from '../../certificates/renewal/renewal.ts';
import { addMs, DAY_MS, startOfSecond } from '../../time.ts';

/** The days an organization may choose from, in the order the screen lists them. */
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

interface SavedDays {
  /** Of the certificate's own rule; null where it has none. */
  readonly own: readonly number[] | null;
  /** From the rules of all its tags; empty without any. */
  readonly tags: readonly number[];
  /** The organization's; null if none were ever saved. */
  readonly organization: readonly number[] | null;
}

/** The days that count for one certificate: the nearest that was chosen for it, as the plan in force allows. */
export const daysInForce = ({ own, tags, organization }: SavedDays, planDays: readonly number[]): number[] => {
  const chosen = [own ?? [], tags, organization ?? []].find((days) => days.length > 0);
  return clipAlertDays(chosen ?? DEFAULT_ALERT_DAYS, planDays);
};

/** The days that alert a certificate of this life if it scales: without those on which a healthy renewal may still be ahead. */
export const scaleDays = (days: readonly number[], life: { readonly notBefore: Date; readonly notAfter: Date }): number[] =>
  days.filter((day) => !isBeforeRenewal(life, day));

/** No alert is sent more days than this before the expiry. */
export const FARTHEST_ALERT_DAY = Math.max(...ALERT_DAY_OPTIONS);
/** Every threshold there can be, whatever an organization chose. */
export const ALERT_THRESHOLDS: readonly number[] = [...ALERT_DAY_OPTIONS, LAST_DAY, EXPIRED_THRESHOLD];

/** Which ends of certificates cross threshold `day` after `from` and up to `until`: `from` inclusive, `until` exclusive. */
export const endsCrossing = (day: number, from: Date, until: Date): { readonly from: Date; readonly until: Date } => ({
  from: addMs(startOfSecond(from), (day + 1) * DAY_MS),
  until: addMs(startOfSecond(until), (day + 1) * DAY_MS),
});

interface CrossedInput {
  /** The days in force, clipped. */
  readonly days: readonly number[];
  readonly daysLeft: number;
  /** The tightest threshold already alerted for this certificate; null if none was. */
  readonly alerted: number | null;
}

/**
 * The threshold to alert at now, or null. Threshold N is crossed while at most N days are left; only the tightest crossed
 * one counts, and none at all where one as tight was alerted already.
 */
export const thresholdToAlert = ({ days, daysLeft, alerted }: CrossedInput): number | null => {
  const crossed = daysLeft < 0 ? EXPIRED_THRESHOLD : [...days, LAST_DAY].filter((day) => daysLeft <= day).sort((a, b) => a - b)[0];
  if (crossed === undefined) return null;
  return alerted !== null && alerted <= crossed ? null : crossed;
};
