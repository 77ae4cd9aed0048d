import type { ServicePlanName } from '@notafter/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { failureText } from '../../../ui/form/failure-text.ts';
import { useService } from '../use-service.ts';

const FAILED = 'Failed to resize the service';

export type ResizeStage =
  | { readonly name: 'sending' }
  /** `since` is when the server took it, by the browser's clock: an older state of the service says nothing about it. */
  | { readonly name: 'resizing'; readonly plan: ServicePlanName; readonly since: number }
  | { readonly name: 'complete' };

/** A resize from the call to its end. `failure` stays on the screen until the next try. */
export function useResize(resourceId: string) {
  const { services } = useTRPC();
  const queries = useQueryClient();
  const [stage, setStage] = useState<ResizeStage | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { mutateAsync: send } = useMutation(services.resize.mutationOptions());
  const { data: service, dataUpdatedAt } = useService(resourceId, stage?.name === 'resizing');
  useEffect(() => {
    if (stage?.name !== 'resizing' || service === undefined || service.operation !== null || dataUpdatedAt <= stage.since) return;
    if (service.plan === stage.plan) {
      setStage({ name: 'complete' });
    } else {
      setStage(null);
      setFailure(service.problem ?? 'The resize was cancelled.');
    }
    void queries.invalidateQueries(services.list.pathFilter());
  }, [stage, service, dataUpdatedAt, queries, services]);
  const start = async (plan: ServicePlanName): Promise<void> => {
    setFailure(null);
    setStage({ name: 'sending' });
    try {
      await send({ resourceId, plan });
      setStage({ name: 'resizing', plan, since: Date.now() });
    } catch (error) {
      setStage(null);
      setFailure(failureText(error, FAILED));
    }
    void queries.invalidateQueries(services.pathFilter());
  };
  return { stage, failure, start, close: () => setStage(null) };
}
