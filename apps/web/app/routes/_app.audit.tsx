import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, type ShouldRevalidateFunctionArgs, useLoaderData } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../api/load.ts';
import { useTRPC } from '../api/trpc.ts';
import { parseFilter, toInput } from '../features/audit/audit-filter.ts';
import { AuditScreen } from '../features/audit/audit-screen.tsx';
import type { AuditInput, AuditLog } from '../features/audit/types.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { roleMay } from '../shell/session.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Audit log' };

export const meta: MetaFunction = () => pageMeta('Audit log', 'Who did what in the organization, when and from where.');

interface Loaded {
  readonly input: AuditInput;
  readonly log: AuditLog;
}

/** Null for those whose role does not allow it: the screen says so. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded | null> {
  if (context.actor === null || !roleMay(context.actor.role, 'audit/list-audit-log')) return null;
  const input = toInput(parseFilter(new URL(request.url).searchParams));
  return { input, log: await load(() => context.caller.audit.list(input)) };
}

/** Inside the app the screen asks by itself. */
export const clientLoader = (): Loaded | null => null;

/** The filters are addresses of the one screen. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

export default function AuditRoute() {
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  const queries = useQueryClient();
  const trpc = useTRPC();
  useState(() => {
    if (loaded === null) return;
    queries.setQueryData(trpc.audit.list.infiniteQueryKey(loaded.input), { pages: [loaded.log], pageParams: [null] });
  });
  return <AuditScreen />;
}
