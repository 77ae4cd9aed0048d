import { countText, plural } from '@notafter/domain';
/** `of 150`; an unlimited plan has nothing to compare with. */
export const limitText = (limit: number | null): string | undefined => (limit === null ? undefined : `of ${countText(limit)}`);

/** `oldest 3 days ago`: the same figure as the row's. */
export const oldestText = (days: number | null): string | undefined =>
  days === null || days >= 0 ? undefined : `oldest ${plural(-days, 'day')} ago`;

/** `next in 2 days`, or `in 2 days` for a single one. */
export function nextText(days: number | null, count: number): string | undefined {
  if (days === null || days < 0) return undefined;
  const when = days === 0 ? 'within a day' : `in ${plural(days, 'day')}`;
  return count === 1 ? when : `next ${when}`;
}
