import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Trpc } from '../../api/screen-queries.ts';
import { useTRPC } from '../../api/trpc.ts';
import { rangeText, type TableSize, tableSizes } from '../../ui/pager/use-pages.ts';
import { type AuditFilter, toInput, toParams } from './audit-filter.ts';

export const auditQuery = (trpc: Trpc, filter: AuditFilter, size?: TableSize) =>
  trpc.audit.list.infiniteQueryOptions(toInput(filter, size), { getNextPageParam: (page) => page.nextCursor });

/** Loads one page of the log after the other, newest first, and the actors to filter by. */
export function useAuditLog(filter: AuditFilter) {
  const trpc = useTRPC();
  const [size, setSize] = useState<TableSize>(tableSizes[0]);
  // A new filter or size starts a new list at its first page.
  const list = `${size} ${toParams(filter)}`;
  const [place, setPlace] = useState({ list, index: 0 });
  const query = useInfiniteQuery({ ...auditQuery(trpc, filter, size), placeholderData: keepPreviousData });
  const found = query.data?.pages ?? [];
  const index = Math.min(place.list === list ? place.index : 0, Math.max(0, found.length - 1));
  const known = found[index]?.entries;
  // An empty result of the previous filter is not shown for this one.
  const entries = query.isPlaceholderData && known?.length === 0 ? undefined : known;
  const turnTo = (next: number): void => setPlace({ list, index: next });
  const findNext = async (): Promise<void> => {
    const { isError } = await query.fetchNextPage();
    if (!isError) turnTo(index + 1);
  };
  const hasNext = index + 1 < found.length || (query.hasNextPage && !query.isFetching);
  return {
    query,
    entries,
    actors: found[0]?.actors ?? [],
    /** Null if there is nothing to turn. */
    pages:
      entries === undefined || entries.length === 0
        ? null
        : {
            size,
            setSize,
            text: rangeText(index * size, entries.length),
            onPrevious: index === 0 ? null : () => turnTo(index - 1),
            onNext: hasNext ? () => (index + 1 < found.length ? turnTo(index + 1) : void findNext()) : null,
          },
  };
}
