import { DAY_MS, HOUR_MS } from '../time.ts';

export const ACTIVATION_LINK_VALID_MS = 2 * DAY_MS;
export const RESET_LINK_VALID_MS = HOUR_MS;
/** A session ends this long after its last use; it is renewed when half of it is gone (Lucia's rule). */
export const SESSION_VALID_MS = 30 * DAY_MS;
export const PASSWORD_MAX_LENGTH = 256;
export const NAME_MAX_LENGTH = 100;
