import { Button } from '@mantine/core';
import { dateTimeText } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import css from './acknowledge-page.module.css';
import type { LinkedAlert } from './types.ts';

interface AcknowledgePageProps {
  readonly token: string;
  readonly alert: LinkedAlert | null;
}

/** Reached from a mail or a chat, with no sign-in: the link itself says who may. Only the button acknowledges. */
export function AcknowledgePage({ token, alert }: AcknowledgePageProps) {
  const trpc = useTRPC();
  const { mutate, data, error, isPending } = useMutation(trpc.notifications.acknowledgeByLink.mutationOptions());
  if (alert === null) {
    return (
      <div className={css.page}>
        <h1 className={css.title}>Acknowledge alert</h1>
        <Banner tone="expired">This link is not valid, or its alert is no longer kept. Sign in to see your alerts.</Banner>
      </div>
    );
  }
  const { domain, summary, raisedAt, resolvedAt, acknowledgedAt } = data ?? alert;
  return (
    <div className={css.page} aria-live="polite">
      <h1 className={css.title}>{domain}</h1>
      <p>{summary}</p>
      <p className={css.raised}>Raised {dateTimeText(raisedAt)}</p>
      {error === null ? null : (
        <Banner tone="expired" role="alert">
          {problemOfCall(error).message}
        </Banner>
      )}
      {resolvedAt !== null ? (
        <Banner tone="valid">This is over since {dateTimeText(resolvedAt)}. There is nothing to do.</Banner>
      ) : acknowledgedAt !== null ? (
        <Banner tone="info">Acknowledged {dateTimeText(acknowledgedAt)}. It will not escalate.</Banner>
      ) : (
        <>
          <Button size="lg" onClick={() => mutate({ token })} disabled={isPending}>
            {isPending ? 'Acknowledging...' : 'Acknowledge'}
          </Button>
          <p className={css.raised}>Your team then knows that somebody looks after it, and it does not escalate.</p>
        </>
      )}
    </div>
  );
}
