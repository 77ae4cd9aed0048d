import { Button, Stack } from '@mantine/core';
import { dateTimeText } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { Note } from '../../ui/note/note.tsx';
import { AccountTitle } from '../accounts/account-parts.tsx';
import type { LinkedAlert } from './types.ts';

interface AcknowledgePageProps {
  readonly token: string;
  readonly alert: LinkedAlert | null;
}

/** The page of a link in a mail or a chat. It works without signing in, and only the button acknowledges. */
export function AcknowledgePage({ token, alert }: AcknowledgePageProps) {
  const trpc = useTRPC();
  const { mutate, data, error, isPending } = useMutation(trpc.notifications.acknowledgeByLink.mutationOptions());
  if (alert === null) {
    return (
      <Stack>
        <AccountTitle>Acknowledge alert</AccountTitle>
        <Banner tone="expired">This link is not valid, or its alert was deleted. Sign in to see your alerts.</Banner>
      </Stack>
    );
  }
  const { domain, summary, raisedAt, resolvedAt, acknowledgedAt } = data ?? alert;
  return (
    <Stack aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
      <AccountTitle>{domain}</AccountTitle>
      <p>{summary}</p>
      <Note>Raised {dateTimeText(raisedAt)}</Note>
      <Banner tone="expired" role="alert">
        {error === null ? null : problemOfCall(error).message}
      </Banner>
      {resolvedAt !== null ? (
        <Banner tone="valid">Resolved {dateTimeText(resolvedAt)}. You do not need to do anything.</Banner>
      ) : acknowledgedAt !== null ? (
        <Banner tone="info">Acknowledged {dateTimeText(acknowledgedAt)}. It will not escalate.</Banner>
      ) : (
        <>
          <Button size="lg" onClick={() => mutate({ token })} disabled={isPending}>
            {isPending ? 'Acknowledging...' : 'Acknowledge'}
          </Button>
          <Note>Your team sees that you are working on it, and the alert does not escalate.</Note>
        </>
      )}
    </Stack>
  );
}
