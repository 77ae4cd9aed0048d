/** Days in UTC, the present one included: a card's sum is the sum of its chart. */
export const ADMIN_CHART_DAYS = 7;
export const ADMIN_DISCOVERED_DAYS = 30;
