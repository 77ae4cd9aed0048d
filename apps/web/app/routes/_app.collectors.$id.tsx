import { brandId } from '@notafter/domain';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, type MetaFunction, useParams } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries } from '../api/screen-queries.ts';
import { CollectorScreen } from '../features/collectors/detail/collector-screen.tsx';
import { FIRST_FILES, filesInput } from '../features/collectors/detail/files-panel.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Collector' };

export const meta: MetaFunction = () => pageMeta('Collector');

const idOf = ({ id }: Readonly<Record<string, string | undefined>>) => brandId<'collector'>(id ?? '');

const screenQueries: ScreenQueries = ({ queries, trpc, params }) => [
  queries.fetchQuery(trpc.collectors.get.queryOptions({ id: idOf(params) })),
  queries.fetchQuery(trpc.collectors.files.queryOptions(filesInput(idOf(params), FIRST_FILES, false))),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
/** The screen itself says that a collector is gone. */
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export default function CollectorRoute() {
  const id = idOf(useParams());
  return <CollectorScreen key={id} id={id} />;
}
