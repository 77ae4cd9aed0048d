import { roleMay, type UseCaseName } from '@notafter/domain';
import { useRouteLoaderData } from '@remix-run/react';
import type { SessionView } from '../../shell/session.ts';

/** Whether the signed-in person's role allows a use case; what it does not allow is not shown. The server decides again. */
export function useMay(useCase: UseCaseName): boolean {
  const shell = useRouteLoaderData<() => { session: SessionView }>('routes/_app');
  return shell !== undefined && roleMay(shell.session.user.role, useCase);
}
