import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { addMs, countText, DAY_MS, type EventId, plural } from '@notafter/domain';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Banner } from '../../../ui/banner/banner.tsx';
import { RowButton } from '../../../ui/buttons/buttons.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { failureText } from '../../../ui/form/failure-text.ts';
import { Note } from '../../../ui/note/note.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { Bone, EmptyState } from '../../../ui/states/states.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import { RawText, ShowOlder } from '../log-parts.tsx';
import type { WebhookDelivery, WebhookEndpoint } from '../types.ts';
import { deliveryWords } from './endpoint-texts.ts';
import css from './endpoints.module.css';

const PAGE = 25;
const REFRESH_MS = 3000;
/** Events are deleted after 30 days. */
const spans = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
];

/** The next look may find it delivered; one that waits for a retry takes longer. */
const isUnderWay = ({ state, attempts }: WebhookDelivery): boolean => state === 'sending' || (state === 'pending' && attempts === 0);

interface DeliveriesDialogProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

/** Deliveries to an endpoint, newest event first. Admins can send it again. */
export default function DeliveriesDialog({ endpoint, onClose }: DeliveriesDialogProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const now = useNow();
  const mayResend = useMay('notifications/redeliver-event');
  const [days, setDays] = useState('1');
  const { id, name, state } = endpoint;
  const query = useInfiniteQuery(
    trpc.notifications.endpointDeliveries.infiniteQueryOptions(
      { id, limit: PAGE },
      {
        getNextPageParam: (page) => page.nextCursor,
        refetchInterval: ({ state: { data } }) => (data?.pages[0]?.deliveries.some(isUnderWay) ? REFRESH_MS : false),
      },
    ),
  );
  const resend = useMutation(trpc.notifications.redeliverEvent.mutationOptions());
  const resendFailed = useMutation(trpc.notifications.redeliverFailed.mutationOptions());
  const [failure, setFailure] = useState<string | null>(null);
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries);
  const { error, isError, isFetching, refetch } = query;
  const blocked = state !== 'active' || resend.isPending || resendFailed.isPending;

  const attempt = async (action: () => Promise<string>): Promise<void> => {
    setFailure(null);
    try {
      showSuccess(await action());
    } catch (error) {
      setFailure(failureText(error, 'Failed to resend'));
    }
    await queries.invalidateQueries(trpc.notifications.endpointDeliveries.pathFilter());
  };
  const resendOne = (eventId: EventId): void =>
    void attempt(async () => {
      await resend.mutateAsync({ id, eventId });
      return 'Event queued again';
    });
  const resendAll = (): void =>
    void attempt(async () => {
      const { queued } = await resendFailed.mutateAsync({ id, since: addMs(now, -Number(days) * DAY_MS) });
      return queued === 0 ? 'No failed deliveries to resend' : `${plural(queued, 'event')} queued again`;
    });

  return (
    <Dialog title={`Deliveries of ${name}`} size={760} onClose={onClose}>
      <Stack gap="sm">
        <Banner tone="expired" role="alert">
          {failure}
        </Banner>
        {mayResend ? (
          <Group gap="xs">
            <NativeSelect
              aria-label="Events of the"
              size="sm"
              value={days}
              onChange={(event) => setDays(event.currentTarget.value)}
              data={spans}
            />
            <RowButton label={resendFailed.isPending ? 'Sending...' : 'Resend Failed Deliveries'} disabled={blocked} onClick={resendAll} />
            <Text size="sm" c="dimmed" w="100%">
              {state === 'active'
                ? 'Events that we held back while the endpoint was paused or disabled are sent too.'
                : 'Enable the endpoint or send a test before you resend.'}
            </Text>
          </Group>
        ) : null}
        <QueryPanel
          query={{ data: deliveries, error, isError, isFetching, refetch }}
          failed="Deliveries did not load"
          unaffected="Events are still sent."
          skeleton={<Bone width={70} />}
          isEmpty={(shown) => shown.length === 0}
          empty={<EmptyState plain title="No deliveries yet" text="Events appear here as we send them. We keep them for 30 days." />}
        >
          {(shown) => (
            <ul className={css.deliveries}>
              {shown.map((delivery) => (
                <DeliveryItem
                  key={delivery.eventId}
                  delivery={delivery}
                  onResend={mayResend && !blocked ? () => resendOne(delivery.eventId) : null}
                />
              ))}
            </ul>
          )}
        </QueryPanel>
        {query.hasNextPage ? <ShowOlder query={query} /> : null}
      </Stack>
    </Dialog>
  );
}

const factsOf = ({ attempts, status, durationMs }: WebhookDelivery): string =>
  [plural(attempts, 'attempt'), status === null ? null : `status ${status}`, durationMs === null ? null : `${countText(durationMs)} ms`]
    .filter((fact) => fact !== null)
    .join(', ');

interface DeliveryItemProps {
  readonly delivery: WebhookDelivery;
  /** Null: it cannot be sent again now. */
  readonly onResend: (() => void) | null;
}

function DeliveryItem({ delivery, onResend }: DeliveryItemProps) {
  const { eventId, type, occurredAt, state, reason, nextAttemptAt } = delivery;
  const [isOpen, setOpen] = useState(false);
  const { text, tone } = deliveryWords(delivery);
  const onItsWay = state === 'pending' || state === 'sending';
  return (
    <Group component="li" className={css.item ?? ''} align="start" gap="xs" px="md" py="sm">
      <Stack className={css.what ?? ''} gap={2}>
        <Group component="span" gap="xs">
          <Badge tone={tone}>{text}</Badge>
          <strong>{type}</strong>
          <Note span>
            <AbsoluteTime value={occurredAt} form="datetime" />
          </Note>
        </Group>
        <Note span>
          {factsOf(delivery)}
          {nextAttemptAt === null || delivery.attempts === 0 ? null : (
            <>
              , next attempt <AbsoluteTime value={nextAttemptAt} form="datetime" />
            </>
          )}
        </Note>
        <RawText>{reason}</RawText>
        {isOpen ? <EventBody id={eventId} /> : null}
      </Stack>
      <RowButton quiet label={isOpen ? 'Hide' : 'Show'} of={type} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {onResend === null || onItsWay ? null : <RowButton label="Resend" of={type} onClick={onResend} />}
    </Group>
  );
}

/** The payload as JSON. */
function EventBody({ id }: { readonly id: EventId }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.notifications.event.queryOptions({ id }));
  if (query.isError) return <Note span>{problemOfCall(query.error).message}</Note>;
  if (query.data === undefined) return <Bone width={50} />;
  const { type, occurredAt, data } = query.data.event;
  return <RawText>{JSON.stringify({ type, timestamp: occurredAt, data }, null, 2)}</RawText>;
}
