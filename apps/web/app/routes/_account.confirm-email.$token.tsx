import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { load } from '../api/load.ts';
import { problemOf } from '../api/problem.ts';
import { ConfirmEmailPage } from '../features/settings/profile/confirm-email-page.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => [...pageMeta('Confirm Email'), { name: 'referrer', content: 'no-referrer' }];

/** Shows and changes nothing: mail scanners open every link. The change is null if the link is not valid or the change is gone. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { token = '' } = params;
  return load(async () => {
    try {
      return { token, change: await context.caller.profile.emailChangeByLink({ token }) };
    } catch (error) {
      const code = problemOf(error)?.code;
      if (code === 'link_invalid' || code === 'invalid_input') return { token, change: null };
      throw error;
    }
  });
}

export default function ConfirmEmailRoute() {
  const { token, change } = useLoaderData<typeof loader>();
  return <ConfirmEmailPage token={token} change={change} />;
}
