import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { IconButton, RowButton } from '../../../ui/buttons/buttons.tsx';
import { ConfirmDialog, SecretDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import type { EndpointInput, WebhookEndpoint } from '../types.ts';
import { deliveryWords, endpointState, pausedText } from './endpoint-texts.ts';
import css from './endpoints.module.css';

const EndpointDialog = lazyDialog(() => import('./endpoint-dialog.tsx'));
const DeliveriesDialog = lazyDialog(() => import('./deliveries-dialog.tsx'));

const ADDED = 'Your receiver verifies with it that an event comes from us (Standard Webhooks).';
const ROTATED = 'The old secret works for 24 more hours: until then we sign with both.';

/** The dialogs that change an endpoint, and its test. */
function useEndpoints() {
  const { notifications } = useTRPC();
  const refresh = [notifications.endpoints.queryFilter()];
  const failed = 'Failed to save the endpoint';
  const [dialog, open] = useDialog();
  const add = useAction(notifications.addEndpoint.mutationOptions(), { done: 'Webhook endpoint added', failed, refresh });
  const update = useAction(notifications.updateEndpoint.mutationOptions(), { done: 'Webhook endpoint saved', failed, refresh });
  const test = useAction(notifications.testEndpoint.mutationOptions(), { done: 'Test event sent!', failed: 'Test failed', refresh });
  const rotate = useAction(notifications.rotateEndpointSecret.mutationOptions(), { failed: 'Failed to rotate the secret' });
  const remove = useAction(notifications.removeEndpoint.mutationOptions(), { failed: 'Failed to delete the endpoint', refresh });

  const showSecret = (secret: string, text: string): void =>
    open((close) => (
      <SecretDialog
        title="Signing secret"
        label="Signing secret"
        secret={secret}
        text={`Copy it now; it cannot be shown again. ${text}`}
        onClose={close}
      />
    ));
  const save = async (endpoint: WebhookEndpoint | null, input: EndpointInput): Promise<void> => {
    if (endpoint === null) showSecret((await add.send(input)).signingSecret, ADDED);
    else await update.send({ id: endpoint.id, ...input });
  };
  return {
    dialog,
    testing: test.sent?.id,
    sendTest: ({ id }: WebhookEndpoint): void => void test.run({ id }),
    openDeliveries: (endpoint: WebhookEndpoint): void => open((close) => <DeliveriesDialog endpoint={endpoint} onClose={close} />),
    /** Null adds one. */
    openEdit: (endpoint: WebhookEndpoint | null): void =>
      open((close) => <EndpointDialog endpoint={endpoint} onSave={save} onClose={close} />),
    openRotate: ({ id, name }: WebhookEndpoint): void =>
      open((close) => (
        <ConfirmDialog
          title={`Rotate the secret of ${name}`}
          action="Rotate Secret"
          busyAction="Rotating..."
          failed="Failed to rotate the secret"
          onConfirm={async () => showSecret((await rotate.send({ id })).signingSecret, ROTATED)}
          onClose={close}
        >
          We create a new signing secret and show it once. The old secret works for 24 more hours.
        </ConfirmDialog>
      )),
    openDelete: ({ id, name }: WebhookEndpoint): void =>
      open((close) => (
        <ConfirmDialog
          title={`Delete ${name}`}
          action="Delete Endpoint"
          busyAction="Deleting..."
          failed="Failed to delete the endpoint"
          onConfirm={() => remove.send({ id }).then(() => showSuccess(`${name} deleted`))}
          onClose={close}
        >
          We stop sending events to this endpoint and delete its delivery log. This action cannot be undone.
        </ConfirmDialog>
      )),
  };
}

/** The webhook endpoints. Everyone sees them; admins change them. */
export default function EndpointsCard() {
  const query = useQuery(useTRPC().notifications.endpoints.queryOptions());
  const mayEdit = useMay('notifications/update-webhook-endpoint');
  const actions = useEndpoints();
  const addButton = (
    <Button variant="default" size="sm" leftSection={<Icon name="plus" small />} onClick={() => actions.openEdit(null)}>
      Add Endpoint
    </Button>
  );
  return (
    <Panel title="Webhook Endpoints" count={query.data?.endpoints.length} aside={mayEdit ? addButton : null}>
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
              <EndpointItem key={endpoint.id} endpoint={endpoint} actions={actions} mayEdit={mayEdit} />
            ))}
          </ul>
        )}
      </QueryPanel>
      {actions.dialog}
    </Panel>
  );
}

interface EndpointItemProps {
  readonly endpoint: WebhookEndpoint;
  readonly actions: ReturnType<typeof useEndpoints>;
  readonly mayEdit: boolean;
}

function EndpointItem({ endpoint, actions, mayEdit }: EndpointItemProps) {
  const { id, name, url, types, pausedReason, failingSince } = endpoint;
  const { text, tone } = endpointState(endpoint);
  const { testing } = actions;
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
        <Note span>{types.join(', ')}</Note>
        <LastDelivery endpoint={endpoint} />
      </Stack>
      <Group gap="xs">
        <RowButton label="Deliveries" of={`of ${name}`} onClick={() => actions.openDeliveries(endpoint)} />
        {mayEdit ? (
          <>
            <RowButton
              label={testing === id ? 'Sending...' : 'Send Test'}
              aria-label={`Send Test to ${name}`}
              disabled={testing !== undefined}
              onClick={() => actions.sendTest(endpoint)}
            />
            <ActionMenu
              trigger={<IconButton icon="more" label={`Actions for ${name}`} />}
              entries={[
                { label: 'Edit', icon: 'edit', onSelect: () => actions.openEdit(endpoint) },
                { label: 'Rotate Secret', icon: 'refresh', onSelect: () => actions.openRotate(endpoint) },
                { label: 'Delete', icon: 'trash', danger: true, onSelect: () => actions.openDelete(endpoint) },
              ]}
            />
          </>
        ) : null}
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
      {last === undefined ? 'No deliveries yet' : `Last delivery: ${deliveryWords(last).text}, `}
      {last === undefined ? null : <AbsoluteTime value={last.sentAt ?? last.occurredAt} form="datetime" />}
    </Text>
  );
}
