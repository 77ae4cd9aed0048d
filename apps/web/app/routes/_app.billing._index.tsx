import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../api/load.ts';
import { useTRPC } from '../api/trpc.ts';
import { BillingScreen } from '../features/billing/billing-screen.tsx';
import type { PlanView } from '../features/billing/types.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Plans & Billing' };

export const meta: MetaFunction = () =>
  pageMeta('Plans & Billing', 'Your plan, how much of it is used, and what the other plans hold, by the month or by the year.');

export async function loader({ context }: LoaderFunctionArgs): Promise<PlanView> {
  return load(() => context.caller.billing.plan({}));
}

/** Inside the app the screen asks by itself. */
export const clientLoader = (): PlanView | null => null;

export default function BillingRoute() {
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  const queries = useQueryClient();
  const trpc = useTRPC();
  useState(() => {
    if (loaded !== null) queries.setQueryData(trpc.billing.plan.queryKey({}), loaded);
  });
  return <BillingScreen />;
}
