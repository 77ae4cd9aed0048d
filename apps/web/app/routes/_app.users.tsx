import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../api/load.ts';
import { useTRPC } from '../api/trpc.ts';
import type { EnvironmentList } from '../features/environments/types.ts';
import { TeamScreen } from '../features/team/team-screen.tsx';
import type { InvitationList, UserList } from '../features/team/types.ts';
import { firstPage, invitationsInput } from '../features/team/use-team-page.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Team Management' };

export const meta: MetaFunction = () => pageMeta('Team Management');

interface Loaded {
  readonly users: UserList;
  readonly invitations: InvitationList;
  readonly environments: EnvironmentList;
}

export async function loader({ context }: LoaderFunctionArgs): Promise<Loaded> {
  const { team, environments } = context.caller;
  const [users, invitations, listed] = await Promise.all([
    load(() => team.listUsers(firstPage)),
    load(() => team.listInvitations(invitationsInput)),
    load(() => environments.list()),
  ]);
  return { users, invitations, environments: listed };
}

/** Inside the app the screen asks by itself. */
export const clientLoader = (): Loaded | null => null;

export default function UsersRoute() {
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  const queries = useQueryClient();
  const trpc = useTRPC();
  useState(() => {
    if (loaded === null) return;
    queries.setQueryData(trpc.team.listUsers.queryKey(firstPage), loaded.users);
    queries.setQueryData(trpc.team.listInvitations.queryKey(invitationsInput), loaded.invitations);
    queries.setQueryData(trpc.environments.list.queryKey(), loaded.environments);
  });
  return <TeamScreen />;
}
