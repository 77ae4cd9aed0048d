import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { Badge, Count } from '../../../ui/badge/badge.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { WebhookEndpoint } from '../types.ts';
import { deliveryWords, endpointState, pausedText } from './endpoint-texts.ts';
import css from './endpoints.module.css';
import { useEndpoints } from './use-endpoints.ts';

const EndpointDialog = lazyDialog(() => import('./endpoint-dialog.tsx'));
const EndpointConfirm = lazyDialog(() => import('./endpoint-confirm.tsx'));
const DeliveriesDialog = lazyDialog(() => import('./deliveries-dialog.tsx'));
const SecretDialog = lazyDialog(() => import('../../../ui/dialog/secret-dialog.tsx'));

type Opened =
  | { readonly what: 'add' }
  | { readonly what: 'edit' | 'rotate' | 'delete' | 'deliveries'; readonly endpoint: WebhookEndpoint }
  | null;

/** The webhook endpoints. Everyone sees them; admins change them. */
export default function EndpointsCard() {
  const query = useQuery(useTRPC().notifications.endpoints.queryOptions());
  const mayEdit = useMay('notifications/update-webhook-endpoint');
  const actions = useEndpoints();
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const count = query.data?.endpoints.length;
  return (
    <Panel
      title="Webhook Endpoints"
      {...(count === undefined ? {} : { count: <Count>{count}</Count> })}
      aside={
        mayEdit ? (
          <Button variant="default" size="sm" leftSection={<Icon name="plus" small />} onClick={() => setOpened({ what: 'add' })}>
            Add Endpoint
          </Button>
        ) : null
      }
    >
      <QueryPanel
        query={query}
        failed="Webhook endpoints did not load"
        unaffected="Events are still sent."
        isEmpty={({ endpoints }) => endpoints.length === 0}
        empty={
          <EmptyState
            plain
            title="No webhook endpoints"
            text="Add an endpoint to receive certificate, check, alert and discovery events."
          />
        }
      >
        {({ endpoints }) => (
          <ul>
            {endpoints.map((endpoint) => (
              <EndpointItem key={endpoint.id} endpoint={endpoint} actions={mayEdit ? actions : null} onOpen={setOpened} />
            ))}
          </ul>
        )}
      </QueryPanel>
      {opened?.what === 'add' || opened?.what === 'edit' ? (
        <EndpointDialog endpoint={opened.what === 'add' ? null : opened.endpoint} onSave={actions.save} onClose={close} />
      ) : null}
      {opened?.what === 'rotate' || opened?.what === 'delete' ? (
        <EndpointConfirm
          what={opened.what}
          name={opened.endpoint.name}
          onConfirm={() => (opened.what === 'rotate' ? actions.rotate : actions.remove)(opened.endpoint)}
          onClose={close}
        />
      ) : null}
      {opened?.what === 'deliveries' ? <DeliveriesDialog endpoint={opened.endpoint} onClose={close} /> : null}
      {actions.shown === null ? null : (
        <SecretDialog
          title="Signing secret"
          label="Signing secret"
          secret={actions.shown.secret}
          text={
            actions.shown.rotated
              ? 'Copy it now; it cannot be shown again. The old secret works for 24 more hours: until then we sign with both.'
              : 'Copy it now; it cannot be shown again. Your receiver verifies with it that an event comes from us (Standard Webhooks).'
          }
          onClose={actions.forgetSecret}
        />
      )}
    </Panel>
  );
}

interface EndpointItemProps {
  readonly endpoint: WebhookEndpoint;
  /** Null: this person may look only. */
  readonly actions: ReturnType<typeof useEndpoints> | null;
  readonly onOpen: (opened: Opened) => void;
}

function EndpointItem({ endpoint, actions, onOpen }: EndpointItemProps) {
  const { id, name, url, types, pausedReason, failingSince } = endpoint;
  const { text, tone } = endpointState(endpoint);
  return (
    <Group component="li" className={css.item ?? ''} align="start" px="md" py="sm" aria-label={name}>
      <Stack className={css.what ?? ''} gap={2}>
        <Group component="span" gap="xs" c="var(--na-text)">
          <strong>{name}</strong>
          <Badge tone={tone}>{text}</Badge>
        </Group>
        <Text component="span" size="sm" c="dimmed" ff="var(--na-mono)">
          {url}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          {types.join(', ')}
        </Text>
        <LastDelivery endpoint={endpoint} />
      </Stack>
      <Group gap="xs">
        <Button variant="default" size="sm" aria-label={`Deliveries of ${name}`} onClick={() => onOpen({ what: 'deliveries', endpoint })}>
          Deliveries
        </Button>
        {actions === null ? null : (
          <>
            <Button
              variant="default"
              size="sm"
              aria-label={`Send Test to ${name}`}
              disabled={actions.testing !== null}
              onClick={() => actions.sendTest(endpoint)}
            >
              {actions.testing === id ? 'Sending...' : 'Send Test'}
            </Button>
            <ActionMenu
              trigger={
                <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Actions for ${name}`}>
                  <Icon name="more" small />
                </ActionIcon>
              }
              entries={[
                { label: 'Edit', icon: 'edit', onSelect: () => onOpen({ what: 'edit', endpoint }) },
                { label: 'Rotate Secret', icon: 'refresh', onSelect: () => onOpen({ what: 'rotate', endpoint }) },
                { label: 'Delete', icon: 'trash', danger: true, onSelect: () => onOpen({ what: 'delete', endpoint }) },
              ]}
            />
          </>
        )}
      </Group>
      {pausedReason === null && failingSince !== null ? (
        <StatusLine tone="warning">
          Deliveries have failed since <AbsoluteTime value={failingSince} form="datetime" />. We are retrying.
        </StatusLine>
      ) : null}
      {pausedReason === null ? null : (
        <StatusLine tone="failed" alert>
          {pausedText(pausedReason)}
        </StatusLine>
      )}
    </Group>
  );
}

function LastDelivery({ endpoint: { id } }: { readonly endpoint: WebhookEndpoint }) {
  const page = useQuery(useTRPC().notifications.endpointDeliveries.queryOptions({ id, limit: 1 })).data;
  if (page === undefined) return null;
  const [last] = page.deliveries;
  return (
    <Text component="span" size="sm" c="dimmed">
      {last === undefined ? (
        'No deliveries yet'
      ) : (
        <>
          Last delivery: {deliveryWords(last).text}, <AbsoluteTime value={last.sentAt ?? last.occurredAt} form="datetime" />
        </>
      )}
    </Text>
  );
}
