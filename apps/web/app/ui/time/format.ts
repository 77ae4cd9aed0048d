import { countText, pluralWord } from '@notafter/domain';

/** `14 days`, `1 day`, with a true minus sign. */
export const daysText = (days: number): string => `${signed(days)} ${pluralWord(days, 'day')}`;

/** Whole number with U+2212 for minus, as figures align with it. */
export const signed = (value: number): string => (value < 0 ? `\u2212${countText(-value)}` : countText(value));
