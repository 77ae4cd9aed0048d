import { DAY_MS, HOUR_MS } from '../time.ts';

export const ACTIVATION_LINK_VALID_MS = 2 * DAY_MS;
export const RESET_LINK_VALID_MS = HOUR_MS;
/** How long after its end a link is remembered, so that a late click is told why. */
export const ENDED_LINK_KEPT_MS = 30 * DAY_MS;
/** A session ends this long after its last use; it is renewed when half of it is gone (Lucia's rule). */
export const SESSION_VALID_MS = 30 * DAY_MS;
export const PASSWORD_MAX_LENGTH = 256;
export const NAME_MAX_LENGTH = 100;
