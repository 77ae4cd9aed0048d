import { Button } from '@mantine/core';
import { type DeliveryId, dateTimeText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { channelName } from '../notification-texts.ts';
import type { DeliveryStory } from '../types.ts';
import css from './delivery-dialog.module.css';
import { deliveryState } from './delivery-state.ts';
import { useAlertActions } from './use-alert-actions.ts';

type Attempt = DeliveryStory['attempts'][number];

const outcomes = {
  delivered: { text: 'Delivered', tone: 'valid' },
  retry: { text: 'Failed, tried again later', tone: 'warning' },
  unknown: { text: 'No answer: it may have arrived', tone: 'unreachable' },
  refused: { text: 'Refused', tone: 'expired' },
  broken: { text: 'The channel takes nothing any more', tone: 'expired' },
} as const;

/** The whole way of one message: what happened, every attempt and what the receiver said. */
export default function DeliveryDialog({ id, onClose }: { readonly id: DeliveryId; readonly onClose: () => void }) {
  const trpc = useTRPC();
  const answer = useQuery(trpc.notifications.delivery.queryOptions({ id }));
  const story = answer.data;
  return (
    <Dialog title={story?.entry.domain ?? 'Delivery'} size={620} onClose={onClose}>
      {story === undefined ? (
        answer.isError ? (
          <ErrorState
            title="This delivery did not load"
            text={problemOfCall(answer.error).message}
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        ) : (
          <Bone width={70} />
        )
      ) : (
        <Story story={story} />
      )}
    </Dialog>
  );
}

function Story({ story: { entry, alert, attempts } }: { readonly story: DeliveryStory }) {
  const { text, at } = deliveryState(entry);
  return (
    <div className={css.story}>
      <p className={css.message}>{entry.message}</p>
      {entry.maybeRepeated ? (
        <Banner tone="unreachable">An attempt ended without an answer, so the receiver may have this message twice.</Banner>
      ) : null}
      <dl className={css.facts}>
        <Fact name="Channel">{channelName(entry.channel)}</Fact>
        <Fact name="State">
          {text}
          {at === null ? null : `, ${dateTimeText(at)}`}
        </Fact>
        {alert === null ? null : (
          <>
            <Fact name="Raised">{dateTimeText(alert.raisedAt)}</Fact>
            {alert.escalatedAt === null ? null : <Fact name="Escalated">{dateTimeText(alert.escalatedAt)}</Fact>}
            {alert.acknowledgedAt === null ? null : (
              <Fact name="Acknowledged">
                {dateTimeText(alert.acknowledgedAt)}
                {entry.acknowledgedBy === null ? null : `, ${entry.acknowledgedBy}`}
              </Fact>
            )}
            {alert.resolvedAt === null ? null : (
              <Fact name={entry.superseded ? 'Superseded' : 'Resolved'}>
                {dateTimeText(alert.resolvedAt)}
                {entry.superseded ? ', by a later alert of this certificate' : alert.resolution === null ? null : `, ${alert.resolution}`}
              </Fact>
            )}
          </>
        )}
        {entry.problem === null ? null : <Fact name="Last trouble">{entry.problem}</Fact>}
      </dl>
      <StoryActions entry={entry} />
      <h3>Attempts</h3>
      {attempts.length === 0 ? (
        <p className={css.none}>None yet.</p>
      ) : (
        <ol className={css.attempts}>
          {attempts.map((attempt, index) => (
            <AttemptItem key={attempt.attempt} attempt={attempt} final={entry.state === 'dead' && index === attempts.length - 1} />
          ))}
        </ol>
      )}
    </div>
  );
}

/** Actions of the row, for a person who checks why it was not delivered. */
function StoryActions({ entry }: { readonly entry: DeliveryStory['entry'] }) {
  const actions = useAlertActions();
  const mayAct = useMay('notifications/acknowledge-alert');
  const { id, alertId, state, kind, resolved, acknowledged, certificateId, certificateExists } = entry;
  const mayAcknowledge = mayAct && alertId !== null && !resolved && !acknowledged;
  const maySendAgain = mayAct && state === 'dead' && kind !== 'test';
  const mayOpen = certificateExists && certificateId !== null;
  if (!mayAcknowledge && !maySendAgain && !mayOpen) return null;
  return (
    <div className={css.actions}>
      {mayAcknowledge ? (
        <Button size="sm" onClick={() => actions.acknowledge(id)} disabled={actions.busy}>
          Acknowledge
        </Button>
      ) : null}
      {maySendAgain ? (
        <Button variant="default" size="sm" onClick={() => actions.resend(id)} disabled={actions.busy}>
          Send Again
        </Button>
      ) : null}
      {mayOpen ? (
        <Button component={Link} to={`/certificates/${certificateId}`} variant="default" size="sm">
          Open Certificate
        </Button>
      ) : null}
    </div>
  );
}

/** How long the receiver was waited for; blank while it still is. */
const tookText = ({ startedAt, finishedAt }: Attempt): string =>
  finishedAt === null ? '' : `${((finishedAt.getTime() - startedAt.getTime()) / 1000).toFixed(1)} s`;

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** `final`: no other attempt follows. */
function AttemptItem({ attempt, final }: { readonly attempt: Attempt; readonly final: boolean }) {
  const { startedAt, outcome, status, answer } = attempt;
  const { text, tone } = outcome === null ? ({ text: 'Under way', tone: 'info' } as const) : outcomes[outcome];
  return (
    <li>
      <AbsoluteTime value={startedAt} form="datetime" />
      <span className={css.outcome}>
        <StatusMark tone={tone} />
        {final && outcome === 'retry' ? 'Failed' : text}
        {status === null ? null : <span className={css.status}>{status}</span>}
        <span className={css.took}>{tookText(attempt)}</span>
      </span>
      {answer === null || answer === '' ? null : <code>{answer}</code>}
    </li>
  );
}
