import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { ConfirmMailboxPage } from '../features/settings/profile/confirm-mailbox-page.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => [...pageMeta('Confirm Mailbox'), { name: 'referrer', content: 'no-referrer' }];

/** Shows and changes nothing: mail scanners open every link. */
export function loader({ context, params }: LoaderFunctionArgs) {
  return { token: params.token ?? '', signedIn: context.actor !== null };
}

export default function ConfirmMailboxRoute() {
  const { token, signedIn } = useLoaderData<typeof loader>();
  return <ConfirmMailboxPage token={token} signedIn={signedIn} />;
}
