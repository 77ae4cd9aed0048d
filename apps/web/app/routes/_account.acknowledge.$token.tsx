import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { load } from '../api/load.ts';
import { problemOf } from '../api/problem.ts';
import { AcknowledgePage } from '../features/notifications/acknowledge-page.tsx';
import type { LinkedAlert } from '../features/notifications/types.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => [...pageMeta('Acknowledge Alert'), { name: 'referrer', content: 'no-referrer' }];

interface Loaded {
  readonly token: string;
  /** Null where the link is not genuine, or its alert is gone. */
  readonly alert: LinkedAlert | null;
}

/** Shows and changes nothing: mail scanners open every link. */
export async function loader({ context, params }: LoaderFunctionArgs): Promise<Loaded> {
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
