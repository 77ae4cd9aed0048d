import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, redirect, type ShouldRevalidateFunctionArgs, useLoaderData } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../api/load.ts';
import { problemOf } from '../api/problem.ts';
import { useTRPC } from '../api/trpc.ts';
import { ListScreen } from '../features/certificates/list/list-screen.tsx';
import { listHref, parseListState, toListInput } from '../features/certificates/list/list-state.ts';
import { isDismissed } from '../features/certificates/onboarding/onboarding-dismissal.ts';
import type { CertificateList, ListInput } from '../features/certificates/types.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Certificates' };

export const meta: MetaFunction = () =>
  pageMeta(
    'Certificates',
    'Every TLS certificate of your organization by its last day: expired, expiring and valid, with the SSL Health Score.',
  );

interface Loaded {
  readonly input: ListInput;
  /** Null for a search that cannot be read: the screen asks again and says why. */
  readonly list: CertificateList | null;
  readonly onboardingDismissed: boolean;
}

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const state = parseListState(new URL(request.url).searchParams);
  const input = toListInput(state);
  const list = await load(async () => {
    try {
      return await context.caller.certificates.list(input);
    } catch (error) {
      // A cursor of another list, or one that somebody changed: its filter is still good.
      const code = problemOf(error)?.code;
      if (code === 'search_invalid') return null;
      if (state.cursor !== null && code === 'invalid_input') throw redirect(listHref({ ...state, cursor: null }));
      throw error;
    }
  });
  const cookies = request.headers.get('cookie') ?? '';
  return { input, list, onboardingDismissed: context.actor !== null && isDismissed(cookies, context.actor.userId) };
}

/** Inside the app the screen asks by itself, so that it stands at once with what is known and its skeleton for the rest. */
export const clientLoader = (): Loaded | null => null;

/** Filters, order and pages are addresses of the one screen. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

export default function CertificatesScreen() {
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  const queries = useQueryClient();
  const trpc = useTRPC();
  useState(() => {
    if (loaded !== null && loaded.list !== null) queries.setQueryData(trpc.certificates.list.queryKey(loaded.input), loaded.list);
  });
  return <ListScreen onboardingDismissed={loaded?.onboardingDismissed ?? null} />;
}
