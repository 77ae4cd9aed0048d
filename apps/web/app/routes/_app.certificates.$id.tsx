import { brandId, type CertificateId, isUuid } from '@notafter/domain';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { data, isRouteErrorResponse, type MetaFunction, useLoaderData, useRouteError } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../api/load.ts';
import { useTRPC } from '../api/trpc.ts';
import { DetailScreen } from '../features/certificates/detail/detail-screen.tsx';
import { HISTORY_DEFAULT, historyInput } from '../features/certificates/detail/history-view.ts';
import { useLeaveOnFailure } from '../features/certificates/detail/use-leave-on-failure.ts';
import type { CertificateDetail, HistoryList } from '../features/certificates/types.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { RouteError } from '../ui/errors/route-error.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Certificate Details' };

export const meta: MetaFunction = () => pageMeta('Certificate Details');

interface Loaded {
  readonly certificate: CertificateDetail;
  readonly history: HistoryList | null;
}

const idOf = (text: string | undefined): CertificateId => {
  if (text === undefined || !isUuid(text)) throw data({ message: 'Certificate not found' }, { status: 404 });
  return brandId<'certificate'>(text);
};

export async function loader({ context, params }: LoaderFunctionArgs): Promise<Loaded> {
  const id = idOf(params.id);
  const { certificates } = context.caller;
  const [{ certificate }, history] = await Promise.all([
    load(() => certificates.get({ id })),
    // The certificate stands without its history, whose panel then asks by itself and can say that it failed.
    certificates.history(historyInput(id, HISTORY_DEFAULT, null)).catch(() => null),
  ]);
  return { certificate, history };
}

export default function CertificateScreen() {
  const loaded = useLoaderData<typeof loader>();
  return <Seeded key={loaded.certificate.id} loaded={loaded} />;
}

function Seeded({ loaded }: { readonly loaded: Loaded }) {
  const queries = useQueryClient();
  const trpc = useTRPC();
  const { certificate, history } = loaded;
  const { id } = certificate;
  useState(() => {
    queries.setQueryData(trpc.certificates.get.queryKey({ id }), { certificate });
    if (history !== null) queries.setQueryData(trpc.certificates.history.queryKey(historyInput(id, HISTORY_DEFAULT, null)), history);
  });
  return <DetailScreen id={id} />;
}

/** What is not there has its page; any other failure leads back to the list. */
export function ErrorBoundary() {
  const error = useRouteError();
  const answered = isRouteErrorResponse(error);
  useLeaveOnFailure(answered ? null : error);
  return answered ? <RouteError /> : null;
}
