import type { LoaderFunctionArgs } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, type MetaFunction, useParams } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries } from '../api/screen-queries.ts';
import { ResizeScreen } from '../features/services/resize/resize-screen.tsx';
import { resourceIdOf } from '../features/services/resource-id.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Resize Service' };

export const meta: MetaFunction = () => pageMeta('Resize Service');

const screenQueries: ScreenQueries = ({ queries, trpc: { services }, params }) => [
  queries.fetchQuery(services.get.queryOptions({ resourceId: resourceIdOf(params) })),
  queries.prefetchQuery(services.catalog.queryOptions()),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export default function ResizeRoute() {
  const resourceId = resourceIdOf(useParams());
  return <ResizeScreen key={resourceId} resourceId={resourceId} />;
}
