/** Hours, of which a digest may go out once. */
export const GROUPING_INTERVALS = [1, 6, 12, 24] as const;
export const LONGEST_ESCALATION_DELAY_HOURS = 30 * 24;
/** A window or a snooze that lasts longer is a mistake that silences everything. */
export const LONGEST_SILENCE_DAYS = 366;
export const MAINTENANCE_WINDOWS_MAX = 200;
export const DAY_RULES_MAX = 1000;
/** Each alert may go to all of them. The first of a type can always be saved. */
export const CHANNELS_MAX = 200;
export const ALERT_ROUTES_MAX = 200;
export const CHANNEL_NAME_MAX_LENGTH = 60;
