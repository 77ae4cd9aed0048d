import { brandId, type CertificateId, isUuid } from '@notafter/domain';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, data, isRouteErrorResponse, type MetaFunction, useParams, useRouteError } from '@remix-run/react';
import { fetchInBrowser, prefetch, type ScreenQueries, whenPathChanges } from '../api/screen-queries.ts';
import { DetailScreen, useLeaveOnFailure } from '../features/certificates/detail/detail-screen.tsx';
import { historyInput, parseHistoryPage } from '../features/certificates/detail/history-view.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { RouteError } from '../ui/errors/route-error.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Certificate Details' };

export const meta: MetaFunction = () => pageMeta('Certificate Details');

const idOf = (text: string | undefined): CertificateId => {
  if (text === undefined || !isUuid(text)) throw data({ message: 'Certificate not found' }, { status: 404 });
  return brandId<'certificate'>(text);
};

/** Without its certificate the screen is a separate page; history and renewals have panels that can fail and retry. */
const screenQueries: ScreenQueries = ({ queries, trpc: { certificates }, params, search }) => {
  const id = idOf(params.id);
  return [
    queries.fetchQuery(certificates.get.queryOptions({ id })),
    queries.prefetchQuery(certificates.history.queryOptions(historyInput(id, parseHistoryPage(search)))),
    queries.prefetchQuery(certificates.renewals.queryOptions({ id })),
  ];
};

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => fetchInBrowser(screenQueries, args);

/** The pages of the history are addresses of the one screen. */
export const shouldRevalidate = whenPathChanges;

export default function CertificateScreen() {
  const id = idOf(useParams().id);
  return <DetailScreen key={id} id={id} />;
}

/** A missing certificate has its page; any other failure links back to the list. */
export function ErrorBoundary() {
  const error = useRouteError();
  const answered = isRouteErrorResponse(error) && error.status < 500;
  useLeaveOnFailure(answered ? null : error);
  return answered ? <RouteError /> : null;
}
