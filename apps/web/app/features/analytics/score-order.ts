import { type SslScoreOrder, sslScoreSorts } from '@notafter/domain';
import { analyticsHref } from './timeline-window.ts';

/** The order of the address; by domain unless it names another. */
export const scoreOrderOf = (search: URLSearchParams): SslScoreOrder => ({
  sort: sslScoreSorts.find((sort) => sort === search.get('sort')) ?? 'domain',
  order: search.get('order') === 'desc' ? 'desc' : 'asc',
});

/** Sorts by a column, or reverses its order. */
export const scoreOrderHref = (search: URLSearchParams, column: string): string => {
  const { sort, order } = scoreOrderOf(search);
  const isReversed = sort === column && order === 'asc';
  return analyticsHref(search, { sort: column === 'domain' ? null : column, order: isReversed ? 'desc' : null });
};
