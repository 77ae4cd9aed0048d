import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries } from '../api/screen-queries.ts';
import { AnchorsScreen } from '../features/certificates/anchors/anchors-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Trust anchors' };

export const meta: MetaFunction = () => pageMeta('Trust anchors', 'Roots of your own CAs, and which certificates may end at them.');

const screenQueries: ScreenQueries = ({ queries, trpc }) => [
  queries.prefetchQuery(trpc.anchors.list.queryOptions()),
  queries.prefetchQuery(trpc.anchors.assignments.queryOptions()),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export default AnchorsScreen;
