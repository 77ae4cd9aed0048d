import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries } from '../api/screen-queries.ts';
import { TeamScreen } from '../features/team/team-screen.tsx';
import { firstPage, invitationsInput } from '../features/team/use-team-page.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Team Management' };

export const meta: MetaFunction = () => pageMeta('Team Management');

const screenQueries: ScreenQueries = ({ queries, trpc }) => [
  queries.fetchQuery(trpc.team.listUsers.queryOptions(firstPage)),
  queries.fetchQuery(trpc.team.listInvitations.queryOptions(invitationsInput)),
  queries.fetchQuery(trpc.environments.list.queryOptions()),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export default TeamScreen;
