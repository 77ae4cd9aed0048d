import { useRevalidator } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { useSessionView } from '../../shell/session.ts';

/** The plan and its use, asked for anew while `everyMs` says so and whenever the window is returned to, as from a checkout. */
export function usePlan(everyMs: number | false = false) {
  const trpc = useTRPC();
  const answer = useQuery({ ...trpc.billing.plan.queryOptions({}), refetchInterval: everyMs, refetchOnWindowFocus: 'always' });
  useShellOfPlan(answer.data?.plan);
  return answer;
}

/** What the shell shows and offers follows the plan: a change that the server tells of loads it anew, once. */
function useShellOfPlan(plan: string | undefined): void {
  const known = useSessionView()?.plan;
  const { revalidate } = useRevalidator();
  const loadedFor = useRef(known);
  useEffect(() => {
    if (plan === undefined || known === undefined || plan === known || plan === loadedFor.current) return;
    loadedFor.current = plan;
    revalidate();
  }, [plan, known, revalidate]);
}
