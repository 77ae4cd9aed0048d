import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Trpc } from '../../../api/screen-queries.ts';
import { useTRPC } from '../../../api/trpc.ts';
import type { AlertLog } from '../types.ts';

export const LOG_PAGE = 25;
/** Alerts come by themselves: the log looks for new ones this often, and more often while one is on its way. */
const REFRESH_MS = 30_000;
const REFRESH_SOON_MS = 3000;

const logInput = { limit: LOG_PAGE } as const;
const deadInput = { ...logInput, state: 'dead' } as const;

export const logQuery = (trpc: Trpc, onlyDead = false) =>
  trpc.notifications.log.infiniteQueryOptions(onlyDead ? deadInput : logInput, { getNextPageParam: (page) => page.nextCursor });

const isOnItsWay = (page: AlertLog | undefined): boolean =>
  page !== undefined &&
  ((page.entries.length === 0 && page.openCount > 0) ||
    page.entries.some(
      ({ state, heldFor, problem }) => state === 'sending' || (state === 'pending' && heldFor === null && problem === null),
    ));

/** Everything that was sent or waits to be, newest first, page after page; or only what did not arrive. */
export function useLog(onlyDead = false) {
  const trpc = useTRPC();
  const query = useInfiniteQuery({
    ...logQuery(trpc, onlyDead),
    refetchInterval: ({ state }) => (isOnItsWay(state.data?.pages[0]) ? REFRESH_SOON_MS : REFRESH_MS),
    placeholderData: keepPreviousData,
  });
  return {
    query,
    entries: query.data?.pages.flatMap((page) => page.entries),
    openCount: query.data?.pages[0]?.openCount,
  };
}
