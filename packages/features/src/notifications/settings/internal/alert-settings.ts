import { ALERT_DAY_OPTIONS, clipAlertDays, DEFAULT_ALERT_DAYS, DomainError, type Entitlements } from '@notafter/domain';

/** When an organization is alerted before an expiry. */
export interface AlertSettings {
  /** The days in effect: saved ones that the plan does not include become the nearest included ones. */
  readonly alertDays: readonly number[];
  /** The days that the plan includes. */
  readonly available: readonly number[];
  readonly options: readonly number[];
}

export const toAlertSettings = (saved: readonly number[] | null, { alertDays }: Entitlements): AlertSettings => ({
  alertDays: clipAlertDays(saved ?? DEFAULT_ALERT_DAYS, alertDays),
  available: alertDays,
  options: ALERT_DAY_OPTIONS,
});

/** Throws `alert_days_plan`. */
export const requireAlertDays = ({ alertDays }: Entitlements, days: readonly number[]): void => {
  if (!days.every((day) => alertDays.includes(day))) throw new DomainError('alert_days_plan');
};
