import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import type { ImportRun } from '../types.ts';
import { useCancelJob } from '../use-cancel-job.ts';
import { useRefreshCertificates } from '../use-refresh.ts';

const POLL_MS = 1000;
const LINES = 1000;

const isOver = (run: ImportRun | undefined): boolean => run !== undefined && run.status !== 'running';

/** Sends lines to the server and follows the import until it ends. A few lines are done with the first response. */
export function useImportRun() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const refresh = useRefreshCertificates();
  const [first, setFirst] = useState<ImportRun | null>(null);
  const start = useMutation(trpc.certificates.import.mutationOptions());
  const poll = useQuery({
    ...trpc.certificates.importRun.queryOptions({ id: first?.id ?? '', limit: LINES }),
    enabled: first !== null && first.status === 'running',
    staleTime: 0,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : POLL_MS),
  });
  const run = poll.data ?? first;
  const cancelJob = useCancelJob('Failed to cancel the import', () => queries.invalidateQueries(trpc.certificates.importRun.pathFilter()));
  const over = run !== null && isOver(run);
  const id = first?.id;
  useEffect(() => {
    if (id !== undefined && over) void refresh();
  }, [id, over, refresh]);

  return {
    run,
    busy: start.isPending || (run !== null && !over),
    /** Rejects if the import did not start. */
    begin: async (text: string): Promise<void> => {
      setFirst(null);
      setFirst(await start.mutateAsync({ text }));
    },
    cancel: {
      start: () => {
        if (id !== undefined) cancelJob.start(id);
      },
      busy: cancelJob.busy,
    },
  };
}
