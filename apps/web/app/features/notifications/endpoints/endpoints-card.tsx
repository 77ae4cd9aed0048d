import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { Badge, Count } from '../../../ui/badge/badge.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, EmptyState, ErrorState } from '../../../ui/states/states.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
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

/** Where events are posted. Everyone sees the endpoints; admins change them. */
export default function EndpointsCard() {
  const answer = useQuery(useTRPC().notifications.endpoints.queryOptions());
  const mayEdit = useMay('notifications/update-webhook-endpoint');
  const actions = useEndpoints();
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const endpoints = answer.data?.endpoints;
  return (
    <Panel
      title="Webhook Endpoints"
      {...(endpoints === undefined ? {} : { count: <Count>{endpoints.length}</Count> })}
      aside={
        mayEdit ? (
          <Button variant="default" size="sm" leftSection={<Icon name="plus" small />} onClick={() => setOpened({ what: 'add' })}>
            Add Endpoint
          </Button>
        ) : null
      }
    >
      {endpoints === undefined ? (
        answer.isError ? (
          <ErrorState
            title="Webhook endpoints did not load"
            text={`${problemOfCall(answer.error).message} Events are still sent.`}
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        ) : (
          <div className={css.bones}>
            <Bone width={64} />
            <Bone width={52} />
          </div>
        )
      ) : endpoints.length === 0 ? (
        <EmptyState plain title="No webhook endpoints" text="Add an endpoint to receive certificate, check, alert and discovery events." />
      ) : (
        <ul className={css.list}>
          {endpoints.map((endpoint) => (
            <EndpointItem key={endpoint.id} endpoint={endpoint} actions={mayEdit ? actions : null} onOpen={setOpened} />
          ))}
        </ul>
      )}
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
    <li className={css.item} aria-label={name}>
      <div className={css.what}>
        <span className={css.name}>
          <strong>{name}</strong>
          <Badge tone={tone}>{text}</Badge>
        </span>
        <span className={css.url}>{url}</span>
        <span className={css.note}>{types.join(', ')}</span>
        <LastDelivery endpoint={endpoint} />
      </div>
      <div className={css.actions}>
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
      </div>
      {pausedReason === null ? (
        failingSince === null ? null : (
          <p className={css.failing}>
            Deliveries have failed since <AbsoluteTime value={failingSince} form="datetime" />. We are retrying.
          </p>
        )
      ) : (
        <p className={css.paused} role="alert">
          <StatusMark tone="expired" />
          {pausedText(pausedReason)}
        </p>
      )}
    </li>
  );
}

function LastDelivery({ endpoint: { id } }: { readonly endpoint: WebhookEndpoint }) {
  const page = useQuery(useTRPC().notifications.endpointDeliveries.queryOptions({ id, limit: 1 })).data;
  if (page === undefined) return null;
  const [last] = page.deliveries;
  if (last === undefined) return <span className={css.note}>No deliveries yet</span>;
  return (
    <span className={css.note}>
      Last delivery: {deliveryWords(last).text}, <AbsoluteTime value={last.sentAt ?? last.occurredAt} form="datetime" />
    </span>
  );
}
