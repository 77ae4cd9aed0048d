import { addMs, DAY_MS, startOfSecond } from '../time.ts';

export const certificateStatuses = ['expired', 'critical', 'warning', 'valid'] as const;
export type CertificateStatus = (typeof certificateStatuses)[number];

/** Whole days left at which a status ends; the only place with these numbers. */
export const CRITICAL_MAX_DAYS = 7;
export const WARNING_MAX_DAYS = 30;

/** Whole days from the second of `now` to `expiration`, rounded down: 0 on the last day, -1 once the second of notAfter has passed. */
export const daysLeft = (expiration: Date, now: Date): number => Math.floor((expiration.getTime() - startOfSecond(now).getTime()) / DAY_MS);

/** The whole second of notAfter belongs to the validity (RFC 5280 section 4.1.2.5). */
export const hasExpired = (expiration: Date, now: Date): boolean => expiration < startOfSecond(now);

/** Returns the status that whole days left give. */
export const statusOf = (expiration: Date, now: Date): CertificateStatus => {
  const days = daysLeft(expiration, now);
  if (days < 0) return 'expired';
  if (days <= CRITICAL_MAX_DAYS) return 'critical';
  return days <= WARNING_MAX_DAYS ? 'warning' : 'valid';
};

/** Expiry instants of one status at `now`: `from` inclusive, `until` exclusive; null: unbounded. */
export interface ExpiryRange {
  readonly from: Date | null;
  readonly until: Date | null;
}

/** The same rule as `statusOf`, as a range for a database index; cards and filters use it. */
export const expiryRange = (status: CertificateStatus, now: Date): ExpiryRange => {
  const second = startOfSecond(now);
  const criticalEnd = addMs(second, (CRITICAL_MAX_DAYS + 1) * DAY_MS);
  const warningEnd = addMs(second, (WARNING_MAX_DAYS + 1) * DAY_MS);
  switch (status) {
    case 'expired':
      return { from: null, until: second };
    case 'critical':
      return { from: second, until: criticalEnd };
    case 'warning':
      return { from: criticalEnd, until: warningEnd };
    case 'valid':
      return { from: warningEnd, until: null };
  }
};

/** Counts of one organization's certificates by status; `unreachable` overlaps the others, since `total` counts it too. */
export interface StatusCounts {
  readonly total: number;
  readonly expired: number;
  readonly critical: number;
  readonly warning: number;
  readonly valid: number;
  readonly unreachable: number;
}

/** Statuses that a score counts, with its points for one certificate. */
export type StatusPoints = Readonly<Record<'expired' | 'critical' | 'warning', number>>;

export const pointsOf = (counts: Pick<StatusCounts, keyof StatusPoints>, points: StatusPoints): number =>
  points.expired * counts.expired + points.critical * counts.critical + points.warning * counts.warning;

export const healthPoints: StatusPoints = { expired: 30, critical: 15, warning: 5 };

/** SSL Health Score, 0 to 100: 30 points off per expired, 15 per critical, 5 per warning certificate. */
export const healthScore = (counts: Pick<StatusCounts, keyof StatusPoints>): number => Math.max(0, 100 - pointsOf(counts, healthPoints));

/** The bell's set: expired or expiring within 30 days. */
export const attentionCount = (counts: Pick<StatusCounts, 'expired' | 'critical' | 'warning'>): number =>
  counts.expired + counts.critical + counts.warning;
