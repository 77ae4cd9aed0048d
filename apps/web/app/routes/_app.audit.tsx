import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { allow, prefetch, prefetchInBrowser, type ScreenQueries, whenPathChanges } from '../api/screen-queries.ts';
import { parseFilter } from '../features/audit/audit-filter.ts';
import { AuditScreen } from '../features/audit/audit-screen.tsx';
import { auditQuery } from '../features/audit/use-audit-log.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Audit log' };

export const meta: MetaFunction = () => pageMeta('Audit log', 'Who did what in the organization, when and from where.');

/** A role that may not read the log gets the screen, which says so. */
const screenQueries: ScreenQueries = ({ queries, trpc, search }) => [
  queries.fetchInfiniteQuery(auditQuery(trpc, parseFilter(search))).catch(allow('forbidden')),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

/** The filters are addresses of the one screen. */
export const shouldRevalidate = whenPathChanges;

export default AuditScreen;
