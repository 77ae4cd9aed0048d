import { type Role, sellsPlans } from '@notafter/domain';
import type { AdminUseCase, AppRouter } from '@notafter/trpc';
import { useRouteLoaderData } from '@remix-run/react';
import type { inferRouterOutputs } from '@trpc/server';

/** The signed-in person, their organization and its plan. */
export type SessionView = inferRouterOutputs<AppRouter>['accounts']['session'];

interface Loaded {
  readonly session: SessionView;
  readonly publicUrl: string;
}

/** The session as the shell's loader answered it, on the 404 page too; null on a screen outside the shell. */
export function useSessionView(): SessionView | null {
  const app = useRouteLoaderData<() => Loaded>('routes/_app');
  const missing = useRouteLoaderData<() => { readonly shell: Loaded | null }>('routes/$');
  return app?.session ?? missing?.shell?.session ?? null;
}

/** The server's address for people and scripts, without a slash at its end. */
export const usePublicUrl = (): string => useRouteLoaderData<() => Loaded>('routes/_app')?.publicUrl ?? '';

/** Whether a role may do what only admins may. The type of the name proves that; the server decides again. */
export const roleMay = (role: Role, _useCase: AdminUseCase): boolean => role === 'admin';

/** Whether the signed-in person's role allows a use case; what it does not allow is not shown. */
export function useMay(useCase: AdminUseCase): boolean {
  const session = useSessionView();
  return session !== null && roleMay(session.user.role, useCase);
}

/** Whether anything that sells a plan is shown: on Self-hosted nothing is. */
export function useSellsPlans(): boolean {
  const session = useSessionView();
  return session !== null && sellsPlans(session.plan);
}
