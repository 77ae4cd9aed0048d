import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import type { CertificateList, CertificateView } from '../types.ts';
import { isNarrowed, type ListState } from './list-state.ts';
import { everythingMatching, nothingSelected, type Reach, type Selection, selectedShare, selectionUnder, toggled } from './selection.ts';

/** How many rows "select all" means: the list's own count, or asked for where environment or tag narrow the list. */
function useReach(state: ListState, list: CertificateList | undefined): Reach {
  const trpc = useTRPC();
  const { search, status } = state;
  const narrowed = isNarrowed(state);
  const whole = useQuery({ ...trpc.certificates.list.queryOptions({ search, status, limit: 1 }), enabled: narrowed });
  const counted = narrowed ? whole.data : list;
  return { total: counted?.total ?? 0, capped: counted?.totalCapped === true };
}

/** The selected rows of the list on screen, which `list` is a page of. */
export function useListSelection(state: ListState, list: CertificateList | undefined) {
  const reach = useReach(state, list);
  const [made, setSelection] = useState<Selection>(() => nothingSelected(state));
  const selection = selectionUnder(made, state);
  const share = selectedShare(selection, reach.total);
  const onPage = list?.certificates;
  return {
    selection,
    reach,
    share,
    clear: () => setSelection(nothingSelected(state)),
    toggleAll: () => setSelection(share === 'none' ? everythingMatching(state) : nothingSelected(state)),
    toggle: useCallback(
      ({ id }: CertificateView) => setSelection((last) => toggled(selectionUnder(last, state), id, onPage?.map((row) => row.id) ?? [])),
      [state, onPage],
    ),
  };
}

export type ListSelection = ReturnType<typeof useListSelection>;
