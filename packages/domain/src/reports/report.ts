import type { StatusCounts } from '../certificates/status.ts';
import { addMs, HOUR_MS, MINUTE_MS } from '../time.ts';
import type { ReportFrequency } from './schedule.ts';

export const REPORT_RECIPIENTS_MAX = 20;
/** Endpoints that a report lists in each part. */
export const REPORT_ENDPOINTS_SHOWN = 10;
/** How far ahead a report lists expiries. */
export const REPORT_EXPIRING_DAYS = 30;
/** How far ahead the attached file lists them. */
export const REPORT_FILE_DAYS = 90;
/** Rows of the attached file: about 400 kB, which every mail server takes. */
export const REPORT_FILE_ROWS_MAX = 5000;

/**
 * Whether a recipient gets reports. `active`: a member with a proven mailbox, or confirmed by a link. `pending`: neither yet.
 * `unsubscribed`: by a link, until the person subscribes again by a link.
 */
export const reportRecipientStates = ['active', 'pending', 'unsubscribed'] as const;
export type ReportRecipientState = (typeof reportRecipientStates)[number];

/** Sends of one report to one recipient. */
export const REPORT_TRIES_MAX = 8;
/** After it, a send whose worker died is tried again. */
export const REPORT_LEASE_MS = 10 * MINUTE_MS;
const FIRST_WAIT_MS = 5 * MINUTE_MS;
const LONGEST_WAIT_MS = 4 * HOUR_MS;

/** When a report that the mail server did not take is tried again, after this many tries; null: never. The last is nine hours after the first. */
export const reportRetryAt = (tries: number, now: Date): Date | null =>
  tries >= REPORT_TRIES_MAX ? null : addMs(now, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1)));

export interface ReportEndpoint {
  readonly domain: string;
  readonly issuer: string | null;
  readonly notAfter: Date;
  readonly daysLeft: number;
  readonly url: string;
}

export interface ReportList {
  readonly total: number;
  /** At most `REPORT_ENDPOINTS_SHOWN`. */
  readonly first: readonly ReportEndpoint[];
  /** Where the product lists all of them. */
  readonly url: string;
}

export interface ReportFigures extends StatusCounts {
  readonly healthScore: number;
  readonly riskScore: number;
  readonly late: number;
}

/** The contents of a report, before it is written as a mail. */
export interface Report {
  readonly organization: string;
  readonly frequency: ReportFrequency;
  readonly from: Date;
  readonly until: Date;
  /** In which the period is written. */
  readonly timeZone: string;
  /** When the figures were read: later than `until` if the report is late. */
  readonly readAt: Date;
  readonly figures: ReportFigures;
  /** The figures at the end of a day in UTC, as close to the beginning of the period as was recorded; null without any. */
  readonly before: (ReportFigures & { readonly day: string }) | null;
  readonly renewals: number;
  /** In the next 30 days. */
  readonly expiring: ReportList;
  /** Renewals that are late now. */
  readonly late: ReportList;
  /** Certificates that expired in the period and are still served. */
  readonly expired: ReportList;
  /** The first coming limit that endpoints don't meet if their renewals go on; null without any. */
  readonly limit: { readonly text: string; readonly from: string; readonly misses: number; readonly check: number } | null;
  /** The attached file: the endpoints that expire in the next 90 days. */
  readonly file: { readonly rows: number; readonly total: number };
  readonly analyticsUrl: string;
  readonly readinessUrl: string;
  readonly settingsUrl: string;
}
