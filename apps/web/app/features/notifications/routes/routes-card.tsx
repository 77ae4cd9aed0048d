import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { IconButton } from '../../../ui/buttons/buttons.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { ConfirmDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import type { AlertRoute, Channel, RouteInput } from '../types.ts';
import { receiverText, subjectText } from './route-texts.ts';

const RouteDialog = lazyDialog(() => import('./route-dialog.tsx'));

/** `route` is null for the default route. */
interface Row {
  readonly key: string;
  readonly route: AlertRoute | null;
  readonly channels: AlertRoute['channels'];
}

/** The dialogs that change routes. */
function useRoutes(channels: readonly Channel[]) {
  const { notifications } = useTRPC();
  // A channel says how many routes it is in.
  const refresh = [notifications.routes.queryFilter(), notifications.channels.queryFilter()];
  const failed = 'Failed to save the route';
  const [dialog, open] = useDialog();
  const save = useAction(notifications.saveRoute.mutationOptions(), { done: 'Route saved', failed, refresh });
  const remove = useAction(notifications.removeRoute.mutationOptions(), { failed: 'Failed to delete the route', refresh });
  return {
    dialog,
    /** Null adds one. */
    openEdit: (route: AlertRoute | null): void =>
      open((close) => <RouteDialog route={route} channels={channels} onSave={(input: RouteInput) => save.send(input)} onClose={close} />),
    openDelete: (route: AlertRoute): void =>
      open((close) => (
        <ConfirmDialog
          title={`Delete the route of ${subjectText(route)}`}
          action="Delete Route"
          busyAction="Deleting..."
          failed="Failed to delete the route"
          onConfirm={() => remove.send({ id: route.id }).then(() => showSuccess('Route deleted'))}
          onClose={close}
        >
          Alerts of these certificates go by other routes that match, or else by the default route.
        </ConfirmDialog>
      )),
  };
}

const columnsOf = (actions: ReturnType<typeof useRoutes> | null): readonly Column<Row>[] => [
  {
    id: 'subject',
    header: 'Certificates',
    cell: ({ row: { original } }) => <Subject route={original.route} />,
    meta: { width: '38%', look: 'name', wrap: true, rowHeader: true, card: 'start', line: 1 },
  },
  {
    id: 'channels',
    header: 'Channels',
    cell: ({ row: { original } }) => <Receivers channels={original.channels} />,
    meta: { wrap: true, card: 'wide' },
  },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      actions === null || original.route === null ? null : <RouteMenu route={original.route} actions={actions} />,
    meta: { width: 56, align: 'end', card: 'corner' },
  },
];

/** Which channels receive the alerts of which certificates. Everyone sees them; admins change them. */
export default function RoutesCard() {
  const trpc = useTRPC();
  const query = useQuery(trpc.notifications.routes.queryOptions());
  const list = useQuery(trpc.notifications.channels.queryOptions()).data?.channels;
  const channels = useMemo(() => (list ?? []).filter(({ id }) => id !== null), [list]);
  const mayEdit = useMay('notifications/save-alert-route');
  const actions = useRoutes(channels);
  const columns = columnsOf(mayEdit ? actions : null);
  const addButton = (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon name="plus" small />}
      disabled={channels.length === 0}
      onClick={() => actions.openEdit(null)}
    >
      Add Route
    </Button>
  );
  return (
    <Panel title="Routes" count={query.data?.routes.length} aside={mayEdit ? addButton : null}>
      <QueryPanel query={query} failed="Routes did not load" unaffected="Alerts are still sent.">
        {({ routes }) => (
          <DataTable
            label="Routes"
            columns={columns}
            rows={list === undefined ? undefined : rowsOf(routes, channels)}
            rowKey={({ key }) => key}
          />
        )}
      </QueryPanel>
      {actions.dialog}
    </Panel>
  );
}

const rowsOf = (routes: readonly AlertRoute[], channels: readonly Channel[]): Row[] => [
  ...routes.map((route) => ({ key: route.id, route, channels: route.channels })),
  {
    key: 'default',
    route: null,
    channels: channels.flatMap(({ id, type, name, enabled, inDefaultRoute, trouble }) =>
      id === null || !enabled || !inDefaultRoute ? [] : { id, type, name, delivers: trouble === null },
    ),
  },
];

function Subject({ route }: { readonly route: AlertRoute | null }) {
  if (route === null) return 'All others (default route)';
  const text = subjectText(route);
  return (
    <>
      {text.charAt(0).toUpperCase() + text.slice(1)}
      {route.matches ? null : <StatusLine tone="warning">Matches no certificate</StatusLine>}
    </>
  );
}

function Receivers({ channels }: { readonly channels: AlertRoute['channels'] }) {
  if (channels.some(({ delivers }) => delivers)) return channels.map(receiverText).join(', ');
  const names = channels.map(({ name }) => name).join(', ');
  return <StatusLine tone="expired">{names === '' ? 'No one receives these alerts' : `No channel delivers: ${names}`}</StatusLine>;
}

function RouteMenu({ route, actions }: { readonly route: AlertRoute; readonly actions: ReturnType<typeof useRoutes> }) {
  const isEditable = route.tag !== null || route.environment !== null;
  return (
    <ActionMenu
      trigger={<IconButton icon="more" label={`Actions for the route of ${subjectText(route)}`} />}
      entries={[
        ...(isEditable ? [{ label: 'Edit', icon: 'edit' as const, onSelect: () => actions.openEdit(route) }] : []),
        { label: 'Delete', icon: 'trash', danger: true, onSelect: () => actions.openDelete(route) },
      ]}
    />
  );
}
