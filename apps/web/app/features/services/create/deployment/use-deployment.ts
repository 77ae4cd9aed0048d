import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOfCall } from '../../../../api/problem.ts';
import { type Inputs, useTRPC } from '../../../../api/trpc.ts';
import { useAction } from '../../../../ui/action/use-action.ts';
import type { Chosen } from '../use-choices.ts';

/** Spec 2 section 8: for when the server did not say why, and for when it did not answer. */
export const DEPLOYMENT_FAILED = 'Deployment failed.';
const UNEXPECTED = 'An unexpected error occurred.';

const failureOf = (error: unknown): string => {
  const { code, message, details } = problemOfCall(error);
  if (code === 'network') return UNEXPECTED;
  if (code === 'internal') return DEPLOYMENT_FAILED;
  const [first] = details;
  return first === undefined ? message : `The ${first.path} ${first.message}.`;
};

type FirstUser = Pick<Inputs['services']['deploy'], 'user' | 'password'>;

export interface Deployable extends Chosen {
  readonly firstUser: FirstUser | null;
}

export type Stage =
  | { readonly name: 'asking'; readonly of: Deployable }
  /** The resource ID is null until the server answers. */
  | { readonly name: 'deploying'; readonly resourceId: string | null }
  | { readonly name: 'complete'; readonly resourceId: string }
  | { readonly name: 'failed'; readonly message: string };

/** The way of a deployment: asked about, under way, complete or failed. Null while nothing is deployed. */
export function useDeployment() {
  const { services } = useTRPC();
  const queries = useQueryClient();
  const [stage, setStage] = useState<Stage | null>(null);
  const deploy = useAction(services.deploy.mutationOptions({ gcTime: 0 }), {
    failed: DEPLOYMENT_FAILED,
    refresh: [services.list.pathFilter()],
  });
  return {
    stage,
    ask: (of: Deployable) => setStage({ name: 'asking', of }),
    confirm: async ({ solution, offer, account, region, plan, firstUser }: Deployable): Promise<void> => {
      setStage({ name: 'deploying', resourceId: null });
      try {
        const { resourceId } = await deploy.send({
          cloud: offer.cloud,
          database: solution,
          region: region.code,
          plan: plan.name,
          ...(account === null ? {} : { account }),
          ...firstUser,
        });
        setStage({ name: 'deploying', resourceId });
      } catch (error) {
        setStage({ name: 'failed', message: failureOf(error) });
      }
    },
    end: (next: Extract<Stage, { name: 'complete' | 'failed' }> | null): void => {
      setStage(next);
      void queries.invalidateQueries(services.list.pathFilter());
    },
    close: () => setStage(null),
  };
}

export type Deployment = ReturnType<typeof useDeployment>;
