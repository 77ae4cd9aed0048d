import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { load } from '../api/load.ts';
import { problemOf } from '../api/problem.ts';
import { AcknowledgePage } from '../features/notifications/acknowledge-page.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => [...pageMeta('Acknowledge Alert'), { name: 'referrer', content: 'no-referrer' }];

/** Shows and changes nothing: mail scanners open every link. The alert is null if the link is not valid or the alert is gone. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { token = '' } = params;
  return load(async () => {
    try {
      return { token, alert: await context.caller.notifications.alertByLink({ token }) };
    } catch (error) {
      const code = problemOf(error)?.code;
      if (code === 'link_invalid' || code === 'not_found' || code === 'invalid_input') return { token, alert: null };
      throw error;
    }
  });
}

export default function AcknowledgeRoute() {
  const { token, alert } = useLoaderData<typeof loader>();
  return <AcknowledgePage token={token} alert={alert} />;
}
