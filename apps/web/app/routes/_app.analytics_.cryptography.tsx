import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries, whenPathChanges } from '../api/screen-queries.ts';
import { CryptographyScreen } from '../features/analytics/cryptography-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Analytics' };

export const meta: MetaFunction = () => pageMeta('Cryptography', 'Protocols, cipher suites, keys and signatures of every endpoint.');

const screenQueries: ScreenQueries = ({ queries, trpc }) => [
  queries.prefetchQuery(trpc.analytics.cryptography.queryOptions()),
  queries.prefetchQuery(trpc.analytics.trends.queryOptions({ days: 365 })),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export const shouldRevalidate = whenPathChanges;

export default CryptographyScreen;
