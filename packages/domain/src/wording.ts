const LOCALE = 'en-US';

const numbers = new Intl.NumberFormat(LOCALE);
const percents = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const pluralRules = new Intl.PluralRules(LOCALE);
const conjunction = new Intl.ListFormat(LOCALE, { type: 'conjunction' });
const disjunction = new Intl.ListFormat(LOCALE, { type: 'disjunction' });
const longDates = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(LOCALE);

/** `1,204` */
export const countText = (count: number): string => numbers.format(count);

/** `38.5%`, `100%` */
export const percentText = (percent: number): string => `${percents.format(percent)}%`;

/** `$1,250`: whole US dollars. A loss keeps its sign in front. */
export const dollarsText = (amount: number): string => `${amount < 0 ? '\u2212' : ''}$${countText(Math.abs(amount))}`;

/** The word alone: `pluralWord(2, 'is', 'are')` is `are`. */
export const pluralWord = (count: number, one: string, many = `${one}s`): string =>
  pluralRules.select(Math.abs(count)) === 'one' ? one : many;

/** `1 certificate`, `1,204 certificates` */
export const plural = (count: number, one: string, many?: string): string => `${countText(count)} ${pluralWord(count, one, many)}`;

/** `a`, `a and b`, `a, b, and c` */
export const andList = (items: Iterable<string>): string => conjunction.format(items);

/** `a`, `a or b`, `a, b, or c` */
export const orList = (items: Iterable<string>): string => disjunction.format(items);

/** `a, b, and 3 more`: the first `max` of many. */
export const firstOf = (items: readonly string[], max: number): string =>
  andList(items.length > max ? [...items.slice(0, max), `${countText(items.length - max)} more`] : items);

/** `2026-12-04`, UTC like every date of a certificate. */
export const dateText = (instant: Date): string => instant.toISOString().slice(0, 10);

/** `April 15, 2027`, UTC: for sentences. */
export const longDateText = (instant: Date): string => longDates.format(instant);

/** `2026-12-04 08:12 UTC` */
export const dateTimeText = (instant: Date): string => `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const units = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** `in 14 days`, `3 hours ago`, `just now`; whole units, rounded down, so that an unfinished day does not count. */
export const relativeText = (instant: Date, now: Date): string => {
  const distance = instant.getTime() - now.getTime();
  const size = Math.abs(distance);
  const found = units.find(({ ms }) => size >= ms);
  if (found === undefined) return 'just now';
  return relative.format(Math.sign(distance) * Math.floor(size / found.ms), found.unit);
};
