import { addMs, DAY_MS } from '@notafter/domain';

/** More would be no calendar any more: those that expire first are shown. */
export const EVENTS_MAX = 2_000;
/** How long a past expiry and a cancelled event stay in the calendar; calendars that ask less often than that lose nothing they show. */
export const EVENT_KEPT_MS = 30 * DAY_MS;

/** Certificates that expired before this instant are no longer shown. */
export const firstShownExpiry = (now: Date): Date => addMs(now, -EVENT_KEPT_MS);
