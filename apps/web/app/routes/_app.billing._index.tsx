import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries } from '../api/screen-queries.ts';
import { BillingScreen } from '../features/billing/billing-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Plans & Billing' };

export const meta: MetaFunction = () =>
  pageMeta('Plans & Billing', 'Your plan and its usage, and what the other plans include, billed monthly or annually.');

const screenQueries: ScreenQueries = ({ queries, trpc }) => [queries.fetchQuery(trpc.billing.plan.queryOptions({}))];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export default BillingScreen;
