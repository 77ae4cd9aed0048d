import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { load } from '../api/load.ts';
import { problemOf } from '../api/problem.ts';
import { ConfirmEmailPage } from '../features/settings/profile/confirm-email-page.tsx';
import type { EmailChange } from '../features/settings/profile/types.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => [...pageMeta('Confirm Email'), { name: 'referrer', content: 'no-referrer' }];

interface Loaded {
  readonly token: string;
  /** Null where the link is not genuine, or its change is gone. */
  readonly change: EmailChange | null;
}

/** Shows and changes nothing: mail scanners open every link. */
export async function loader({ context, params }: LoaderFunctionArgs): Promise<Loaded> {
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
