import { brandId, type DiscoveryJobId, type DiscoveryList, discoveryLists, isUuid, RESULT_SEARCH_MAX_LENGTH } from '@notafter/domain';
import { useNavigate, useSearchParams } from '@remix-run/react';
import { useCallback, useMemo } from 'react';
import { addressOf } from '../../api/address.ts';
import type { RunInput } from './types.ts';

/** Spec 1 section 9. */
export const RESULTS_PER_PAGE = 10;

/** Which run is shown, which of its lists and which page: the address of the screen. */
export interface RunAddress {
  /** Null: none is chosen. */
  readonly run: DiscoveryJobId | null;
  readonly list: DiscoveryList;
  /** A part of the names that are shown; empty for all. */
  readonly search: string;
  /** From 1 on. */
  readonly page: number;
}

const PAGE_MAX = 100_000;

export function parseRunAddress(params: URLSearchParams): RunAddress {
  const run = params.get('run') ?? '';
  const page = Number(params.get('page') ?? 1);
  return {
    run: isUuid(run) ? brandId<'discovery-job'>(run) : null,
    list: discoveryLists.find((list) => list === params.get('list')) ?? 'all',
    search: (params.get('q') ?? '').trim().slice(0, RESULT_SEARCH_MAX_LENGTH),
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
  };
}

/** The address of a state; what is as always is left out. */
export const runHref = ({ run, list, search, page }: RunAddress): string =>
  addressOf('/discovery', { run, list: list === 'all' ? null : list, q: search, page: page === 1 ? null : page });

/** Another run begins with its first page of all results, another list or search with its first page. */
export function withChange(address: RunAddress, change: Partial<RunAddress>): RunAddress {
  if (change.run !== undefined) return { list: 'all', search: '', page: 1, ...change, run: change.run };
  return { ...address, page: 1, ...change };
}

export const toRunInput = (run: DiscoveryJobId, { list, search, page }: Omit<RunAddress, 'run'>): RunInput => ({
  id: run,
  list,
  ...(search === '' ? {} : { search }),
  offset: (page - 1) * RESULTS_PER_PAGE,
  limit: RESULTS_PER_PAGE,
});

interface ChangeOptions {
  readonly replace?: boolean;
}

export type ChangeAddress = (change: Partial<RunAddress>, options?: ChangeOptions) => void;

export function useRunAddress(): [RunAddress, ChangeAddress] {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const address = useMemo(() => parseRunAddress(params), [params]);
  const change = useCallback<ChangeAddress>(
    (patch, { replace = false } = {}) => navigate(runHref(withChange(address, patch)), { replace, preventScrollReset: true }),
    [navigate, address],
  );
  return [address, change];
}
