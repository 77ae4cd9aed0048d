import { useNavigate, useSearchParams } from '@remix-run/react';
import { useCallback, useMemo } from 'react';
import { type ListState, listHref, parseListState, withChange } from './list-state.ts';

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
