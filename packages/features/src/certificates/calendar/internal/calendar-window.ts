import { addMs, DAY_MS } from '@notafter/domain';

/** The limit of events: those that expire first are shown. */
export const EVENTS_MAX = 2_000;
/** How long a past expiry and a canceled event stay, so that calendars that refresh at least this often miss nothing. */
export const EVENT_KEPT_MS = 30 * DAY_MS;

/** Certificates that expired before this instant are not shown. */
export const firstShownExpiry = (now: Date): Date => addMs(now, -EVENT_KEPT_MS);
