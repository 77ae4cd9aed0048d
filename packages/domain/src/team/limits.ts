import { DAY_MS } from '../time.ts';

/** How long an invitation can be accepted; sending it again restarts this time. */
export const INVITATION_VALID_MS = 7 * DAY_MS;

/** Of what is looked for among the members: an address is no longer. */
export const MEMBER_SEARCH_MAX_LENGTH = 320;
