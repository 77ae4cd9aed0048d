import type { CertificateId } from '@notafter/domain';
import type { SelectionInput } from '../types.ts';
import type { ListState, StatusFilter } from './list-state.ts';

interface Filter {
  readonly search: string;
  readonly status: StatusFilter;
}

/**
 * The rows of bulk actions. `matching` is every row of the search and status it was made under, on whatever page; the
 * filter is sent then, not ids, so that a row that comes to match meanwhile is meant too.
 */
export type Selection =
  | { readonly kind: 'ids'; readonly filter: Filter; readonly ids: ReadonlySet<CertificateId> }
  | { readonly kind: 'matching'; readonly filter: Filter };

/** How many rows a search and a status match, whatever environment and tag the list is narrowed to. */
export interface Reach {
  readonly total: number;
  /** There are more than `total`. */
  readonly capped: boolean;
}

const filterOf = ({ search, status }: ListState): Filter => ({ search, status });

export const nothingSelected = (state: ListState): Selection => ({ kind: 'ids', filter: filterOf(state), ids: new Set() });

export const everythingMatching = (state: ListState): Selection => ({ kind: 'matching', filter: filterOf(state) });

/** A selection ends with the search or status under which it was made; paging and sorting keep it. */
export const selectionUnder = (selection: Selection, state: ListState): Selection =>
  selection.filter.search === state.search && selection.filter.status === state.status ? selection : nothingSelected(state);

export const isSelected = (selection: Selection, id: CertificateId): boolean => selection.kind === 'matching' || selection.ids.has(id);

/** Ticks or unticks one row. Out of "everything" the rest of the page stays: the rows that are in sight. */
export function toggled(selection: Selection, id: CertificateId, onPage: readonly CertificateId[]): Selection {
  const ids = new Set(selection.kind === 'matching' ? onPage : selection.ids);
  if (ids.has(id)) ids.delete(id);
  else ids.add(id);
  return { kind: 'ids', filter: selection.filter, ids };
}

export const selectedCount = (selection: Selection, total: number): number => (selection.kind === 'matching' ? total : selection.ids.size);

/** State of the head's box, for a list of `total` rows. */
export function selectedShare(selection: Selection, total: number): 'none' | 'some' | 'all' {
  const count = selectedCount(selection, total);
  if (count === 0) return 'none';
  return count >= total ? 'all' : 'some';
}

export const toSelectionInput = (selection: Selection): SelectionInput =>
  selection.kind === 'matching' ? { filter: selection.filter } : { ids: [...selection.ids] };
