import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { data, type MetaFunction, useLoaderData } from '@remix-run/react';
import { load } from '../api/load.ts';
import { problemOf } from '../api/problem.ts';
import { ReportLinkPage } from '../features/reports/report-link-page.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => [...pageMeta('Report by Mail'), { name: 'referrer', content: 'no-referrer' }];

const isWrongLink = (error: unknown): boolean => {
  const code = problemOf(error)?.code;
  return code === 'link_invalid' || code === 'not_found' || code === 'invalid_input';
};

/** Shows and changes nothing: mail scanners open every link. The report is null if the link is not valid or the recipient is gone. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { token = '' } = params;
  return load(async () => {
    try {
      return { token, report: await context.caller.reports.link({ token }) };
    } catch (error) {
      if (isWrongLink(error)) return { token, report: null };
      throw error;
    }
  });
}

/** The POST of a mail program: one click unsubscribes (RFC 8058). The token is the permission, so the body is not read. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { token = '' } = params;
  return load(async () => {
    try {
      await context.caller.reports.unsubscribe({ token });
      return null;
    } catch (error) {
      if (isWrongLink(error)) return data(null, { status: 404 });
      throw error;
    }
  });
}

export default function ReportLinkRoute() {
  const { token, report } = useLoaderData<typeof loader>();
  return <ReportLinkPage token={token} report={report} />;
}
