import type { DeliveryId } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { dateTimeText } from '../../../ui/time/format.ts';
import { channelName } from '../notification-texts.ts';
import type { DeliveryStory } from '../types.ts';
import css from './delivery-dialog.module.css';
import { deliveryState } from './delivery-state.ts';

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
              <Fact name="Resolved">
                {dateTimeText(alert.resolvedAt)}
                {alert.resolution === null ? null : `, ${alert.resolution}`}
              </Fact>
            )}
          </>
        )}
        {entry.problem === null ? null : <Fact name="Last trouble">{entry.problem}</Fact>}
      </dl>
      <h3>Attempts</h3>
      {attempts.length === 0 ? (
        <p className={css.none}>None yet.</p>
      ) : (
        <ol className={css.attempts}>
          {attempts.map((attempt) => (
            <AttemptItem key={attempt.attempt} attempt={attempt} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function AttemptItem({ attempt: { startedAt, outcome, status, answer } }: { readonly attempt: Attempt }) {
  const { text, tone } = outcome === null ? ({ text: 'Under way', tone: 'info' } as const) : outcomes[outcome];
  return (
    <li>
      <AbsoluteTime value={startedAt} form="datetime" />
      <span className={css.outcome}>
        <StatusMark tone={tone} />
        {text}
        {status === null ? null : <span className={css.status}>{status}</span>}
      </span>
      {answer === null || answer === '' ? null : <code>{answer}</code>}
    </li>
  );
}
