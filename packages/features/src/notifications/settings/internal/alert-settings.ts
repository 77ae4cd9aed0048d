import type { notificationSettings } from '@notafter/db';
import { ALERT_DAY_OPTIONS, clipAlertDays, DEFAULT_ALERT_DAYS, DomainError, type Entitlements } from '@notafter/domain';
import type { EarlyAlerts } from './count-early-alerts.ts';

/** When an organization is alerted before an expiry. */
export interface AlertSettings {
  /** The days in effect: saved ones that the plan does not include become the nearest included ones. */
  readonly alertDays: readonly number[];
  /** The days that the plan includes. */
  readonly available: readonly number[];
  readonly options: readonly number[];
  /** Days before a healthy renewal are left out, and a late renewal alerts. */
  readonly scaleToLifetime: boolean;
  readonly lastYear: EarlyAlerts;
}

type Saved = Pick<typeof notificationSettings.$inferSelect, 'alertDays' | 'scaleToLifetime'>;

/** Null: nothing was ever saved. */
export const toAlertSettings = (saved: Saved | null, { alertDays }: Entitlements, lastYear: EarlyAlerts): AlertSettings => ({
  alertDays: clipAlertDays(saved?.alertDays ?? DEFAULT_ALERT_DAYS, alertDays),
  available: alertDays,
  options: ALERT_DAY_OPTIONS,
  scaleToLifetime: saved?.scaleToLifetime ?? false,
  lastYear,
});

/** Throws `alert_days_plan`. */
export const requireAlertDays = ({ alertDays }: Entitlements, days: readonly number[]): void => {
  if (!days.every((day) => alertDays.includes(day))) throw new DomainError('alert_days_plan');
};
