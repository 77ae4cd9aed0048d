import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { type AuditFilter, toInput } from './audit-filter.ts';

/** What was done, newest first, page after page, and who stands in the log. */
export function useAuditLog(filter: AuditFilter) {
  const trpc = useTRPC();
  const query = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(toInput(filter), {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),
  );
  return {
    query,
    entries: query.data?.pages.flatMap((page) => page.entries),
    actors: query.data?.pages[0]?.actors ?? [],
  };
}
