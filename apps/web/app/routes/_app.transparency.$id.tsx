import { brandId } from '@notafter/domain';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, type MetaFunction, useParams } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries } from '../api/screen-queries.ts';
import { IssuanceScreen } from '../features/transparency/detail/issuance-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Issued certificate' };

export const meta: MetaFunction = () => pageMeta('Issued certificate');

const idOf = ({ id }: Readonly<Record<string, string | undefined>>) => brandId<'issuance'>(id ?? '');

const screenQueries: ScreenQueries = ({ queries, trpc, params }) => [
  queries.fetchQuery(trpc.transparency.issuance.queryOptions({ id: idOf(params) })),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
/** The screen itself says that a certificate is gone. */
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export default function IssuanceRoute() {
  const id = idOf(useParams());
  return <IssuanceScreen key={id} id={id} />;
}
