import type { LoaderFunctionArgs } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from '@remix-run/react';
import { problemOf } from '../api/problem.ts';
import { prefetch, prefetchInBrowser, type ScreenQueries, whenPathChanges } from '../api/screen-queries.ts';
import { ListScreen } from '../features/certificates/list/list-screen.tsx';
import { listHref, parseListState, toListInput } from '../features/certificates/list/list-state.ts';
import { isDismissed } from '../features/certificates/onboarding/first-steps.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Certificates' };

export const meta: MetaFunction = () =>
  pageMeta(
    'Certificates',
    'Every TLS certificate of your organization by its last day: expired, expiring and valid, with the SSL Health Score.',
  );

const screenQueries: ScreenQueries = ({ queries, trpc, search }) => {
  const state = parseListState(search);
  const list = queries.fetchQuery(trpc.certificates.list.queryOptions(toListInput(state)));
  return [
    list.catch((error: unknown) => {
      const code = problemOf(error)?.code;
      // The screen asks again and says why the search is not valid.
      if (code === 'search_invalid') return;
      // A cursor of another list, or a changed one: its filter is still good.
      if (state.cursor !== null && code === 'invalid_input') throw redirect(listHref({ ...state, cursor: null }));
      throw error;
    }),
  ];
};

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = args.context;
  const cookies = args.request.headers.get('cookie') ?? '';
  return { ...(await prefetch(screenQueries, args)), onboardingDismissed: actor !== null && isDismissed(cookies, actor.userId) };
}

export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

/** Filters, order and pages are addresses of the one screen. */
export const shouldRevalidate = whenPathChanges;

export default function CertificatesScreen() {
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  return <ListScreen onboardingDismissed={loaded?.onboardingDismissed ?? null} />;
}
