/** Days that the trends may show. */
export const trendDays = [30, 365] as const;
export type TrendDays = (typeof trendDays)[number];
