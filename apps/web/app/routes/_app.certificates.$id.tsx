import { brandId, type CertificateId, isUuid } from '@notafter/domain';
import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  data,
  isRouteErrorResponse,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useRouteError,
} from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../api/load.ts';
import { useTRPC } from '../api/trpc.ts';
import { DetailScreen } from '../features/certificates/detail/detail-screen.tsx';
import { type HistoryPage, historyInput, parseHistoryPage } from '../features/certificates/detail/history-view.ts';
import { useLeaveOnFailure } from '../features/certificates/detail/use-leave-on-failure.ts';
import type { CertificateDetail, HistoryList, Renewal } from '../features/certificates/types.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { RouteError } from '../ui/errors/route-error.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Certificate Details' };

export const meta: MetaFunction = () => pageMeta('Certificate Details');

interface Loaded {
  readonly certificate: CertificateDetail;
  readonly page: HistoryPage;
  readonly history: HistoryList | null;
  readonly renewals: readonly Renewal[] | null;
}

const idOf = (text: string | undefined): CertificateId => {
  if (text === undefined || !isUuid(text)) throw data({ message: 'Certificate not found' }, { status: 404 });
  return brandId<'certificate'>(text);
};

export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const id = idOf(params.id);
  const page = parseHistoryPage(new URL(request.url).searchParams);
  const { certificates } = context.caller;
  const [{ certificate }, history, renewals] = await Promise.all([
    load(() => certificates.get({ id })),
    // The certificate stands without its history, whose panel then asks by itself and can say that it failed.
    certificates.history(historyInput(id, page)).catch(() => null),
    certificates.renewals({ id }).catch(() => null),
  ]);
  return { certificate, page, history, renewals: renewals?.renewals ?? null };
}

/** The pages of the history are addresses of the one screen. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

export default function CertificateScreen() {
  const loaded = useLoaderData<typeof loader>();
  return <Seeded key={loaded.certificate.id} loaded={loaded} />;
}

function Seeded({ loaded }: { readonly loaded: Loaded }) {
  const queries = useQueryClient();
  const trpc = useTRPC();
  const { certificate, page, history, renewals } = loaded;
  const { id } = certificate;
  useState(() => {
    queries.setQueryData(trpc.certificates.get.queryKey({ id }), { certificate });
    if (history !== null) queries.setQueryData(trpc.certificates.history.queryKey(historyInput(id, page)), history);
    if (renewals !== null) queries.setQueryData(trpc.certificates.renewals.queryKey({ id }), { renewals });
  });
  return <DetailScreen id={id} />;
}

/** What is not there has its page; any other failure leads back to the list. */
export function ErrorBoundary() {
  const error = useRouteError();
  const answered = isRouteErrorResponse(error) && error.status < 500;
  useLeaveOnFailure(answered ? null : error);
  return answered ? <RouteError /> : null;
}
