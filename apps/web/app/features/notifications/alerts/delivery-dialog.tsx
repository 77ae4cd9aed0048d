import { Button, Group, Stack, Text } from '@mantine/core';
import { type DeliveryId, dateTimeText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FactList } from '../../../ui/fact-list/fact-list.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bones, QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { RawText } from '../log-parts.tsx';
import { isAboutCollector, subjectPath } from '../notification-texts.ts';
import type { DeliveryStory } from '../types.ts';
import { deliveryState } from './delivery-state.ts';
import { useAlertActions } from './use-alert-actions.ts';

type Attempt = DeliveryStory['attempts'][number];

const outcomes = {
  delivered: { text: 'Delivered', tone: 'valid' },
  retry: { text: 'Failed, retrying', tone: 'warning' },
  unknown: { text: 'No answer, may have been delivered', tone: 'unreachable' },
  refused: { text: 'Refused', tone: 'expired' },
  broken: { text: 'Refused, channel paused', tone: 'expired' },
} as const;

/** One message in full: its state, each attempt and the receiver's answer. */
export default function DeliveryDialog({ id, onClose }: { readonly id: DeliveryId; readonly onClose: () => void }) {
  const query = useQuery(useTRPC().notifications.delivery.queryOptions({ id }));
  return (
    <Dialog title={query.data?.entry.domain ?? 'Delivery'} size={620} onClose={onClose}>
      <QueryPanel query={query} failed="This delivery did not load" skeleton={<Bones widths={[70]} />}>
        {(story) => <Story story={story} />}
      </QueryPanel>
    </Dialog>
  );
}

/** Each text after the first may be missing. */
const joined = (first: string, ...more: readonly (string | null)[]): string => [first, ...more].filter((text) => text !== null).join(', ');

const dated = (at: Date | null, ...more: readonly (string | null)[]): string | null =>
  at === null ? null : joined(dateTimeText(at), ...more);

function Story({ story: { entry, alert, attempts } }: { readonly story: DeliveryStory }) {
  const { text, at } = deliveryState(entry);
  const { superseded } = entry;
  return (
    <Stack>
      <Text c="var(--na-text)" style={{ overflowWrap: 'anywhere' }}>
        {entry.message}
      </Text>
      {entry.maybeRepeated ? (
        <Banner tone="unreachable">An attempt ended without an answer, so the receiver may have this message twice.</Banner>
      ) : null}
      <FactList
        names={120}
        facts={[
          ['Channel', entry.channelName],
          ['State', joined(text, dated(at))],
          ['Raised', dated(alert?.raisedAt ?? null)],
          ['Escalated', dated(alert?.escalatedAt ?? null)],
          ['Acknowledged', dated(alert?.acknowledgedAt ?? null, entry.acknowledgedBy)],
          [
            superseded ? 'Superseded' : 'Resolved',
            dated(alert?.resolvedAt ?? null, superseded ? 'by a later alert of this certificate' : (alert?.resolution ?? null)),
          ],
          ['Last problem', entry.problem],
        ]}
      />
      <StoryActions entry={entry} />
      <Panel title="Attempts">
        <ItemList>
          {attempts.length === 0 ? <Item>No attempts yet.</Item> : null}
          {attempts.map((attempt, index) => (
            <AttemptItem key={attempt.attempt} attempt={attempt} final={entry.state === 'dead' && index === attempts.length - 1} />
          ))}
        </ItemList>
      </Panel>
    </Stack>
  );
}

/** The row's actions, for a person who checks why a message was not delivered. */
function StoryActions({ entry }: { readonly entry: DeliveryStory['entry'] }) {
  const actions = useAlertActions();
  const mayAct = useMay('notifications/acknowledge-alert');
  const { id, alertId, state, kind, resolved, acknowledged, certificateId, certificateExists, rule } = entry;
  const mayAcknowledge = mayAct && alertId !== null && !resolved && !acknowledged;
  const maySendAgain = mayAct && state === 'dead' && kind !== 'test';
  const mayOpen = certificateExists && certificateId !== null;
  if (!mayAcknowledge && !maySendAgain && !mayOpen) return null;
  return (
    <Group gap="xs">
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
        <Button component={Link} to={subjectPath(rule, certificateId)} variant="default" size="sm">
          {isAboutCollector(rule) ? 'Open Collector' : 'Open Certificate'}
        </Button>
      ) : null}
    </Group>
  );
}

/** Duration of an attempt that has ended. */
const tookText = ({ startedAt, finishedAt }: Attempt): string =>
  finishedAt === null ? '' : `${((finishedAt.getTime() - startedAt.getTime()) / 1000).toFixed(1)} s`;

/** `final`: the last attempt of a message that was not delivered. */
function AttemptItem({ attempt, final }: { readonly attempt: Attempt; readonly final: boolean }) {
  const { startedAt, outcome, status, answer } = attempt;
  const { text, tone } = outcome === null ? ({ text: 'In progress', tone: 'info' } as const) : outcomes[outcome];
  return (
    <Item
      title={
        <StatusLine tone={tone} plain>
          {final && outcome === 'retry' ? 'Failed' : text}
        </StatusLine>
      }
      action={
        <Note span>
          {status} {tookText(attempt)}
        </Note>
      }
    >
      <AbsoluteTime value={startedAt} form="datetime" />
      <RawText>{answer}</RawText>
    </Item>
  );
}
