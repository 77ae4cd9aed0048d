import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Trpc } from '../../../api/screen-queries.ts';
import { useTRPC } from '../../../api/trpc.ts';
import type { AlertLog } from '../types.ts';

export const LOG_PAGE = 25;
/** The log loads new alerts this often, and more often while a message is being sent. */
const REFRESH_MS = 30_000;
const REFRESH_SOON_MS = 3000;

const logInput = { limit: LOG_PAGE } as const;
const deadInput = { ...logInput, state: 'dead' } as const;

export const logQuery = (trpc: Trpc, onlyDead = false) =>
  trpc.notifications.log.infiniteQueryOptions(onlyDead ? deadInput : logInput, { getNextPageParam: (page) => page.nextCursor });

const isSending = (page: AlertLog | undefined): boolean =>
  page !== undefined &&
  ((page.entries.length === 0 && page.openCount > 0) ||
    page.entries.some(
      ({ state, heldFor, problem }) => state === 'sending' || (state === 'pending' && heldFor === null && problem === null),
    ));

/** All messages, sent or waiting, newest first in pages; or failed deliveries only. */
export function useLog(onlyDead = false) {
  const trpc = useTRPC();
  const query = useInfiniteQuery({
    ...logQuery(trpc, onlyDead),
    refetchInterval: ({ state }) => (isSending(state.data?.pages[0]) ? REFRESH_SOON_MS : REFRESH_MS),
    placeholderData: keepPreviousData,
  });
  return {
    query,
    entries: query.data?.pages.flatMap((page) => page.entries),
    openCount: query.data?.pages[0]?.openCount,
  };
}
