import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';

export const LOG_PAGE = 25;
/** Alerts come by themselves: the log looks for new ones this often while it is open. */
const REFRESH_MS = 30_000;

/** What the loader and the screen ask alike. */
export const logInput = { limit: LOG_PAGE } as const;

/** Everything that was sent or waits to be, newest first, page after page. */
export function useLog() {
  const trpc = useTRPC();
  const query = useInfiniteQuery(
    trpc.notifications.log.infiniteQueryOptions(logInput, {
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
  return {
    query,
    entries: query.data?.pages.flatMap((page) => page.entries),
    openCount: query.data?.pages[0]?.openCount,
  };
}
