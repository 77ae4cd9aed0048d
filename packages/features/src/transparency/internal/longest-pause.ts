import { DAY_MS } from '@notafter/domain';

/** The longest pause that a log or a search service can ask for: it can’t switch itself off. */
export const LONGEST_PAUSE_MS = DAY_MS;
