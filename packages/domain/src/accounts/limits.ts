import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';

export const ACTIVATION_LINK_VALID_MS = 2 * DAY_MS;
export const RESET_LINK_VALID_MS = HOUR_MS;
export const MAILBOX_PROOF_VALID_MS = HOUR_MS;
export const EMAIL_CHANGE_VALID_MS = DAY_MS;
/** How long a browser may stay at an identity provider. */
export const OAUTH_FLOW_VALID_MS = 10 * MINUTE_MS;
/** How long an identity waits for the owner of its address to sign in. */
export const PENDING_LINK_VALID_MS = 30 * MINUTE_MS;
/** How long an ended link is stored, so that a late click gets the reason. */
export const ENDED_LINK_KEPT_MS = 30 * DAY_MS;
/** How long a sign-up waits for its confirmation. */
export const UNPROVEN_KEPT_MS = 14 * DAY_MS;
/** A session ends this long after its last use; it is renewed when half of it is gone (Lucia's rule). */
export const SESSION_VALID_MS = 30 * DAY_MS;
/** How old the stored last use of a session may be. */
export const SESSION_ACTIVITY_BEHIND_MS = 10 * MINUTE_MS;
export const PASSWORD_MAX_LENGTH = 256;
export const NAME_MAX_LENGTH = 100;
/** How long a person has for the second step: a code, or their passkey. */
export const CHALLENGE_VALID_MS = 5 * MINUTE_MS;
/** How long a sign-in counts as proof of identity for a person with neither password nor app. */
export const FRESH_SESSION_MS = 15 * MINUTE_MS;
/** Per person. */
export const PASSKEY_LIMIT = 20;
export const PASSKEY_NAME_MAX_LENGTH = 60;
