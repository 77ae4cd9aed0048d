import { isResourceId, SECOND_MS } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { rememberInTab } from '../../api/tab-store.ts';
import { useTRPC } from '../../api/trpc.ts';
import type { ServiceDetail } from './types.ts';

/** The bar of an operation moves this often. */
const POLL_MS = SECOND_MS;

export const isServiceGone = (error: unknown): boolean => error !== null && problemOfCall(error).code === 'service_not_found';

/**
 * A service, followed to the end of its operation; with `follow` also before the operation is known. Its last state stays after it
 * was deleted.
 */
export function useService(resourceId: string | null, follow = false) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.services.get.queryOptions({ resourceId: resourceId ?? '' }),
    enabled: resourceId !== null && isResourceId(resourceId),
    refetchInterval: ({ state }) => {
      const isFollowed = follow || (state.data !== undefined && state.data.operation !== null);
      return isFollowed && !isServiceGone(state.error) ? POLL_MS : false;
    },
  });
}

/** Stores what this tab shows, for the summary of a resize (spec 2 section 7). */
export function useRememberService(service: ServiceDetail | undefined): void {
  useEffect(() => {
    if (service === undefined) return;
    const { resourceId, cloud, region, solution, instanceType } = service;
    rememberInTab({ resource_id: resourceId, cloud, region, database: solution, size: instanceType });
  }, [service]);
}
