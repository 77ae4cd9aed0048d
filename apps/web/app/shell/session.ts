import { roleMay, sellsPlans, type UseCaseName } from '@notafter/domain';
import type { AppRouter } from '@notafter/trpc';
import { useRouteLoaderData } from '@remix-run/react';
import type { inferRouterOutputs } from '@trpc/server';

/** Who is signed in, in which organisation, on which plan. */
export type SessionView = inferRouterOutputs<AppRouter>['accounts']['session'];

/** The session as the shell's loader answered it; null on a screen outside the shell. */
export const useSessionView = (): SessionView | null => useRouteLoaderData<() => { session: SessionView }>('routes/_app')?.session ?? null;

/** Whether the signed-in person's role allows a use case; what it does not allow is not shown. The server decides again. */
export function useMay(useCase: UseCaseName): boolean {
  const session = useSessionView();
  return session !== null && roleMay(session.user.role, useCase);
}

/** Whether anything that sells a plan is shown: on Self-hosted nothing is. */
export function useSellsPlans(): boolean {
  const session = useSessionView();
  return session !== null && sellsPlans(session.plan);
}
