import type { LoaderFunctionArgs } from '@remix-run/node';
import { data, type MetaFunction, useLoaderData } from '@remix-run/react';
import { load } from '../api/load.ts';
import { problemOf } from '../api/problem.ts';
import { toShown } from '../features/public-status/day-runs.ts';
import { PublicStatusPage } from '../features/public-status/public-status-page.tsx';
import { NotFound } from '../ui/errors/message-page.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  ...pageMeta(page?.status == null ? 'Status' : page.status.title, 'Certificates that are watched, and their last problems.'),
  ...(page?.status == null
    ? []
    : [
        {
          tagName: 'link',
          rel: 'alternate',
          type: 'application/rss+xml',
          title: 'Problems',
          href: `/v1/status/${page.address}/feed.rss`,
        },
      ]),
];

export const loader = ({ context, params: { address = '' } }: LoaderFunctionArgs) =>
  load(async () => {
    try {
      return { address, status: toShown(await context.caller.publicStatus.read({ address })) };
    } catch (error) {
      const code = problemOf(error)?.code;
      if (code === 'not_found' || code === 'invalid_input') return data({ address, status: null }, { status: 404 });
      throw error;
    }
  });

export default function StatusRoute() {
  const { address, status } = useLoaderData<typeof loader>();
  if (status === null) {
    return (
      <main>
        <NotFound heading="h1" title="No such status page" />
      </main>
    );
  }
  return <PublicStatusPage address={address} status={status} />;
}
