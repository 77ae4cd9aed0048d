import { brandId, type EndpointProtocol, type EnvironmentId, endpointProtocols, isUuid } from '@notafter/domain';
import { useNavigate, useSearchParams } from '@remix-run/react';
import { useCallback, useMemo } from 'react';
import { addressOf } from '../../../api/address.ts';
import type { ListInput } from '../types.ts';

const statuses = ['all', 'expired', 'critical', 'warning', 'valid', 'unreachable'] as const;
const sorts = ['expires', 'domain', 'issuer'] as const;
export const pageSizes = [10, 25, 50] as const;

export type StatusFilter = (typeof statuses)[number];
type Sort = (typeof sorts)[number];

export const isSort = (name: string): name is Sort => sorts.some((sort) => sort === name);
type PageSize = (typeof pageSizes)[number];

/** Everything that decides which rows the list shows; all of it is in the address. */
export interface ListState {
  readonly search: string;
  readonly status: StatusFilter;
  readonly environment: EnvironmentId | null;
  /** `name=value` of one tag. */
  readonly tag: string | null;
  readonly protocol: EndpointProtocol | null;
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  readonly rows: PageSize;
  readonly cursor: string | null;
}

export const initialListState: ListState = {
  search: '',
  status: 'all',
  environment: null,
  tag: null,
  protocol: null,
  sort: 'expires',
  order: 'asc',
  rows: 10,
  cursor: null,
};

const SEARCH_MAX = 200;
const TAG_MAX = 321;
const CURSOR_MAX = 1000;

const oneOf = <Value>(values: readonly Value[], wanted: unknown, fallback: Value): Value =>
  values.find((value) => value === wanted) ?? fallback;

/** Text as the server takes it: one line, trimmed, bounded. */
const lineText = (text: string, max: number): string =>
  text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, max);

/** Reads an address; whatever is not understood has its default, so that an old or mistyped link still shows the list. */
export function parseListState(params: URLSearchParams): ListState {
  const [status, protocol] = [params.get('status'), params.get('protocol')];
  const environment = params.get('environment') ?? '';
  const cursor = params.get('cursor');
  return {
    search: lineText(params.get('q') ?? '', SEARCH_MAX),
    status: oneOf(statuses, status === 'healthy' ? 'valid' : status, initialListState.status),
    environment: isUuid(environment) ? brandId<'environment'>(environment) : null,
    tag: lineText(params.get('tag') ?? '', TAG_MAX) || null,
    protocol: endpointProtocols.find((known) => known === protocol) ?? null,
    sort: oneOf(sorts, params.get('sort'), initialListState.sort),
    order: oneOf(['asc', 'desc'] as const, params.get('order'), initialListState.order),
    rows: oneOf(pageSizes, Number(params.get('rows')), initialListState.rows),
    cursor: cursor === null || cursor === '' || cursor.length > CURSOR_MAX ? null : cursor,
  };
}

/** The address of a state: only what differs from the default, always in the same order. */
export function listHref(state: ListState): string {
  const { search, environment, tag, protocol, cursor } = state;
  const changed = (name: 'status' | 'sort' | 'order' | 'rows') => (state[name] === initialListState[name] ? null : state[name]);
  const [status, sort, order, rows] = [changed('status'), changed('sort'), changed('order'), changed('rows')];
  return addressOf('/certificates', { q: search, status, environment, tag, protocol, sort, order, rows, cursor });
}

/** A changed filter, order or page size starts from the first page: a cursor belongs to the list it came from. */
export function withChange(state: ListState, change: Partial<ListState>): ListState {
  const next = { ...state, cursor: null, ...change };
  return { ...next, search: lineText(next.search, SEARCH_MAX) };
}

/** A header's next order: ascending first, then turned round. */
export const sortedBy = (state: ListState, sort: Sort): ListState =>
  withChange(state, { sort, order: state.sort === sort && state.order === 'asc' ? 'desc' : 'asc' });

export const toListInput = ({ search, status, environment, tag, protocol, sort, order, rows, cursor }: ListState): ListInput => ({
  search,
  status,
  ...(environment === null ? {} : { environmentId: environment }),
  ...(tag === null ? {} : { tag }),
  ...(protocol === null ? {} : { protocol }),
  sort,
  order,
  limit: rows,
  ...(cursor === null ? {} : { cursor }),
});

/** Whether environment, tag or protocol narrow the list beyond what "select all" means (spec 1: search and status only). */
export const isNarrowed = ({ environment, tag, protocol }: ListState): boolean => environment !== null || tag !== null || protocol !== null;

/** Whether the list shows everything there is. */
export const isUnfiltered = (state: ListState): boolean => state.search === '' && state.status === 'all' && !isNarrowed(state);

/** The rows shown as a file, in one download. */
export const exportHref = ({ search, status, environment, tag, protocol }: ListState, format: 'csv' | 'json'): string =>
  addressOf('/v1/certificates/export', {
    format,
    search,
    status: status === 'all' ? null : status,
    environment_id: environment,
    tag,
    protocol,
  });

interface ChangeOptions {
  /** Instead of a new entry in the browser's history, as for each letter of a search. */
  readonly replace?: boolean;
}

/** The list's state, which is the page's address, and the way to change it. */
export function useListState(): [ListState, (change: Partial<ListState>, options?: ChangeOptions) => void] {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = useMemo(() => parseListState(params), [params]);
  const change = useCallback(
    (patch: Partial<ListState>, { replace = false }: ChangeOptions = {}) =>
      navigate(listHref(withChange(state, patch)), { replace, preventScrollReset: true }),
    [navigate, state],
  );
  return [state, change];
}
