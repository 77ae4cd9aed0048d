import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTRPC } from '../../api/trpc.ts';

/** Reloads everything on screen that a check or a removal may have changed. */
export function useRefreshCertificates(): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return useCallback(async () => {
    const { list, stats, get, lint, history, renewals, widgets, facets } = trpc.certificates;
    await Promise.all(
      [list, stats, get, lint, history, renewals, widgets, facets].map((procedure) => queries.invalidateQueries(procedure.pathFilter())),
    );
  }, [trpc, queries]);
}
