import { useMatches } from '@remix-run/react';
import type { DehydratedState } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Prefetched } from './screen-queries.ts';

const received = new WeakMap<DehydratedState, DehydratedState>();

/** The newer answer wins, by the browser's clock. The server's may differ, so an answer is as old as its arrival, seen once. */
function asReceived(state: DehydratedState): DehydratedState {
  const known = received.get(state);
  if (known !== undefined) return known;
  const dataUpdatedAt = Date.now();
  const restamped = { ...state, queries: state.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })) };
  received.set(state, restamped);
  return restamped;
}

const isPrefetched = (data: unknown): data is Prefetched => typeof data === 'object' && data !== null && 'dehydrated' in data;

/** Returns the queries that the loaders of the shown routes answered. */
export function useDehydrated(): DehydratedState {
  const matches = useMatches();
  return useMemo(() => {
    const states = matches.flatMap(({ data }) => (isPrefetched(data) ? [asReceived(data.dehydrated)] : []));
    return { mutations: [], queries: states.flatMap(({ queries }) => queries) };
  }, [matches]);
}
