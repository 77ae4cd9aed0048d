import { useRevalidator } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { useSessionView } from '../../shell/session.ts';

/** Loads the plan and its use, again every `everyMs` and when the window gets the focus, as after a checkout. */
export function usePlan(everyMs: number | false = false) {
  const trpc = useTRPC();
  const answer = useQuery({ ...trpc.billing.plan.queryOptions({}), refetchInterval: everyMs, refetchOnWindowFocus: 'always' });
  useShellOfPlan(answer.data?.plan);
  return answer;
}

/** Loads the shell again, once, when the plan changes. */
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
