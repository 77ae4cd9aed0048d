import type { LoaderFunctionArgs } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, type MetaFunction, useParams } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries, whenPathChanges } from '../api/screen-queries.ts';
import { ServiceScreen } from '../features/services/detail/service-screen.tsx';
import { resourceIdOf } from '../features/services/resource-id.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Service Detail' };

export const meta: MetaFunction = () => pageMeta('Service Detail');

const screenQueries: ScreenQueries = ({ queries, trpc, params }) => [
  queries.fetchQuery(trpc.services.get.queryOptions({ resourceId: resourceIdOf(params) })),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
/** The screen itself says that a service is gone. */
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

/** The lines of each client are addresses of the one screen. */
export const shouldRevalidate = whenPathChanges;

export default function ServiceRoute() {
  const resourceId = resourceIdOf(useParams());
  return <ServiceScreen key={resourceId} resourceId={resourceId} />;
}
