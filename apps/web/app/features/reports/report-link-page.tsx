import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { Note } from '../../ui/note/note.tsx';
import { AccountTitle } from '../accounts/account-parts.tsx';
import type { LinkedReport } from './types.ts';

interface ReportLinkPageProps {
  readonly token: string;
  readonly report: LinkedReport | null;
}

/** The page of a link in a report, or in the question before the first one. It works without signing in, and only its buttons change anything. */
export function ReportLinkPage({ token, report }: ReportLinkPageProps) {
  const { reports } = useTRPC();
  const subscribe = useMutation(reports.subscribe.mutationOptions());
  const unsubscribe = useMutation(reports.unsubscribe.mutationOptions());
  if (report === null) {
    return (
      <Stack>
        <AccountTitle>Report by mail</AccountTitle>
        <Banner tone="expired">This link is not valid, or this address is no longer on the list. No report is sent to it.</Banner>
      </Stack>
    );
  }
  const answered = [subscribe, unsubscribe].toSorted((one, other) => other.submittedAt - one.submittedAt);
  const { email, organization, frequency, state } = answered.find(({ data }) => data !== undefined)?.data ?? report;
  const problem = answered[0]?.error ?? null;
  const busy = subscribe.isPending || unsubscribe.isPending;
  const yes = (label: string) => (
    <Button size="lg" disabled={busy} onClick={() => subscribe.mutate({ token })}>
      {label}
    </Button>
  );
  const no = (label: string) => (
    <Button size="lg" variant="default" disabled={busy} onClick={() => unsubscribe.mutate({ token })}>
      {label}
    </Button>
  );
  return (
    <Stack aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
      <AccountTitle>Report by mail</AccountTitle>
      <p>
        {state === 'pending'
          ? `An admin of ${organization} wants to mail a ${frequency} report about its certificates to ${email}.`
          : `The ${frequency} report about the certificates of ${organization}, for ${email}.`}
      </p>
      <Banner tone="expired" role="alert">
        {problem === null ? null : problemOfCall(problem).message}
      </Banner>
      {state === 'active' ? (
        <>
          <Banner tone="valid">This address gets the report.</Banner>
          {no('Unsubscribe')}
        </>
      ) : null}
      {state === 'pending' ? (
        <>
          {yes('Confirm')}
          {no('Refuse')}
          <Note>Nothing is sent unless you confirm. If you refuse, this team can't ask again.</Note>
        </>
      ) : null}
      {state === 'unsubscribed' ? (
        <>
          <Banner tone="info">You are unsubscribed. This team can't add this address again.</Banner>
          {yes('Subscribe Again')}
        </>
      ) : null}
      {state === 'removed' ? <Banner tone="info">An admin removed this address. No report is sent to it.</Banner> : null}
    </Stack>
  );
}
