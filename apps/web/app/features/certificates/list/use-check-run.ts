import { brandId, type CheckRunId, isCancelled, isUuid } from '@notafter/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { forget, recall, remember } from '../../../api/browser-store.ts';
import { problemOf } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import { checkedText } from '../certificate-words.ts';
import { failureText } from '../failure-text.ts';
import type { CheckRun, SelectionInput } from '../types.ts';
import { useCancelJob } from '../use-cancel-job.ts';
import { useRefreshCertificates } from '../use-refresh.ts';

const POLL_MS = 1000;
const FAILED = 'Failed to check certificates';

interface Started {
  readonly id: CheckRunId;
  readonly everything: boolean;
  /** Begun before this page was opened. */
  readonly found: boolean;
}

const ALL = ' all';

/** The run continues without the page that started it; a later visit finds it by its id. */
const keep = ({ id, everything }: Started): void => remember('checkRun', everything ? `${id}${ALL}` : id);

function findKept(): Started | null {
  const kept = recall('checkRun');
  if (kept === null) return null;
  const id = kept.replace(ALL, '');
  return isUuid(id) ? { id: brandId<'check-run'>(id), everything: kept.endsWith(ALL), found: true } : null;
}

const isOver = (run: CheckRun | undefined): run is CheckRun => run !== undefined && run.status !== 'running';

function announce(run: CheckRun, everything: boolean): void {
  if (isCancelled(run)) return;
  if (run.status === 'failed' || (run.succeeded === 0 && run.failed > 0)) showError(FAILED);
  else if (everything && run.failed === 0 && run.status === 'completed') showSuccess('Certificates checked successfully!');
  else showSuccess(checkedText(run.succeeded));
}

/** Starts a bulk check and follows it to its end; the toast comes then, with the number that answered. */
export function useCheckRun() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const refresh = useRefreshCertificates();
  const [started, setStarted] = useState<Started | null>(null);
  const [ended, setEnded] = useState<CheckRun | null>(null);
  const { mutateAsync, isPending } = useMutation(trpc.certificates.startCheckRun.mutationOptions());
  const poll = useQuery({
    ...trpc.certificates.checkRun.queryOptions({ id: started?.id ?? '' }),
    enabled: started !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : POLL_MS),
  });
  const run = started === null ? undefined : poll.data;
  const cancel = useCancelJob(started?.id, 'Failed to cancel the check', () =>
    queries.invalidateQueries(trpc.certificates.checkRun.pathFilter()),
  );
  // A missed answer is asked for again; a run that is not there will not come back.
  const isLost = started !== null && problemOf(poll.error)?.code === 'not_found';

  useEffect(() => setStarted(findKept()), []);

  useEffect(() => {
    if (started === null || !(isOver(run) || isLost)) return;
    if (isOver(run)) {
      announce(run, started.everything);
      setEnded(run);
    } else if (!started.found) showError(FAILED);
    forget('checkRun');
    setStarted(null);
    void refresh();
  }, [started, run, isLost, refresh]);

  const start = async (input: SelectionInput | { readonly all: true }): Promise<boolean> => {
    setEnded(null);
    try {
      const { jobId } = await mutateAsync(input);
      const begun = { id: jobId, everything: 'all' in input, found: false };
      keep(begun);
      setStarted(begun);
      return true;
    } catch (error) {
      showError(failureText(error, FAILED));
      return false;
    }
  };

  return {
    start,
    busy: isPending || started !== null,
    /** While it runs and the first answer is there. */
    progress: run === undefined ? null : { done: run.succeeded + run.failed, total: run.total },
    cancel,
    /** The last run, where it ended early or some of it failed, until dismissed. */
    ended: ended !== null && (ended.failed > 0 || ended.status === 'failed') ? ended : null,
    dismiss: () => setEnded(null),
  };
}
