import { brandId, type IssuanceState, type IssuanceVerdict, isUuid } from '@notafter/domain';
import type { ForwardPlace } from '../../ui/pager/use-pages.ts';
import type { WatchedDomain } from './types.ts';

export const tabNames = ['certificates', 'domains', 'sources'] as const;
export type TransparencyTab = (typeof tabNames)[number];

export type IssuanceFilter = 'open' | IssuanceState | IssuanceVerdict;

/** The filters in the order of the menu. */
export const filterLabels = {
  open: 'Open',
  unknown: 'Unknown',
  expected: 'Expected',
  known_key: 'Known key',
  served: 'Served',
  ours: 'Ours',
  not_ours: 'Not ours',
} as const satisfies Record<IssuanceFilter, string>;

/** The state of the screen that its address holds. */
export interface TransparencyAddress {
  readonly tab: TransparencyTab;
  /** Null: all. */
  readonly filter: IssuanceFilter | null;
  readonly domain: WatchedDomain['id'] | null;
  readonly search: string;
}

export const isFilter = (value: string | null): value is IssuanceFilter => value !== null && Object.hasOwn(filterLabels, value);

export const SEARCH_MAX_LENGTH = 255;

/** A value that the server would refuse counts as absent. */
export const parseAddress = (params: URLSearchParams): TransparencyAddress => {
  const [filter, domain] = [params.get('filter'), params.get('domain') ?? ''];
  return {
    tab: tabNames.find((name) => name === params.get('tab')) ?? 'certificates',
    filter: isFilter(filter) ? filter : null,
    domain: isUuid(domain) ? brandId<'watched-domain'>(domain) : null,
    search: (params.get('search') ?? '').trim().slice(0, SEARCH_MAX_LENGTH),
  };
};

export const toParams = ({ tab, filter, domain, search }: TransparencyAddress): URLSearchParams => {
  const values = { tab: tab === 'certificates' ? null : tab, filter, domain, search: search === '' ? null : search };
  return new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
};

export const isNarrowed = ({ filter, domain, search }: TransparencyAddress): boolean => filter !== null || domain !== null || search !== '';

/** The input of the list for an address and a page. */
export const issuancesInput = ({ filter, domain, search }: TransparencyAddress, { size, cursors }: ForwardPlace) => {
  const cursor = cursors.at(-1);
  return {
    limit: size,
    ...(filter === null ? {} : { filter }),
    ...(domain === null ? {} : { domainId: domain }),
    ...(search === '' ? {} : { search }),
    ...(cursor === undefined ? {} : { cursor }),
  };
};
