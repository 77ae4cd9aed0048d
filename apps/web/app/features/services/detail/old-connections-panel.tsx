import { Box, Button } from '@mantine/core';
import { dateTimeText } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { ConfirmDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { OldConnections, ServiceDetail } from '../types.ts';

type Connections = OldConnections['connections'][number];

const columns: readonly Column<Connections>[] = [
  {
    id: 'client',
    header: 'Client',
    cell: ({ row }) => row.original.client ?? 'Without a name',
    meta: { wrap: true, card: 'start', line: 1 },
  },
  { id: 'address', header: 'Address', cell: ({ row }) => row.original.address ?? 'On its machine', meta: { width: 220, look: 'small' } },
  { id: 'count', header: 'Connections', cell: ({ row }) => row.original.count, meta: { width: 110, look: 'small', align: 'end' } },
  {
    id: 'since',
    header: 'Since',
    cell: ({ row }) => <AbsoluteTime value={row.original.since} form="datetime" />,
    meta: { width: 170, look: 'small' },
  },
];

/** The clients that are connected from before the password was changed. Absent until it was. */
export function OldConnectionsPanel({ service }: { readonly service: ServiceDetail }) {
  const mayList = useMay('services/list-old-connections');
  const { passwordChangedAt } = service;
  return mayList && passwordChangedAt !== null ? <OldConnectionsOf service={service} changedAt={passwordChangedAt} /> : null;
}

function OldConnectionsOf({ service: { resourceId }, changedAt }: { readonly service: ServiceDetail; readonly changedAt: Date }) {
  const { services } = useTRPC();
  const [dialog, open] = useDialog();
  const query = useQuery(services.oldConnections.queryOptions({ resourceId }));
  const close = useAction(services.closeOldConnections.mutationOptions(), {
    failed: 'Failed to close the connections',
    refresh: [services.oldConnections.pathFilter(), services.get.pathFilter()],
  });
  const hasAny = (query.data?.connections.length ?? 0) > 0;
  const confirmClose = () =>
    open((onClose) => (
      <ConfirmDialog
        title="Close connections with the old password"
        action="Close Connections"
        busyAction="Closing..."
        failed="Failed to close the connections"
        onConfirm={() => close.send({ resourceId })}
        onClose={onClose}
      >
        What these clients are doing is interrupted. Those that only have the old password can't connect again.
      </ConfirmDialog>
    ));
  return (
    <Panel
      title="Connected with the old password"
      aside={
        hasAny ? (
          <Button variant="default" size="sm" onClick={confirmClose}>
            Close Connections
          </Button>
        ) : undefined
      }
    >
      <QueryPanel query={query} failed="The connections did not load">
        {({ reasonAgainst, connections }) =>
          connections.length === 0 ? (
            <Box px="md" py="sm">
              <Note>
                {reasonAgainst ?? `No client is connected from before ${dateTimeText(changedAt)}, when the password was changed.`}
              </Note>
            </Box>
          ) : (
            <OldConnectionsTable connections={connections} changedAt={changedAt} />
          )
        }
      </QueryPanel>
      {dialog}
    </Panel>
  );
}

function OldConnectionsTable({ connections, changedAt }: { readonly connections: readonly Connections[]; readonly changedAt: Date }) {
  const pages = usePages(connections);
  return (
    <>
      <Box px="md" py="sm">
        <Note>
          Open since before {dateTimeText(changedAt)}, when the password was changed. They go on until they are closed. Give these clients
          the new password.
        </Note>
      </Box>
      <DataTable
        label="Old connections"
        columns={columns}
        rows={pages.shown}
        rowKey={({ client, address }) => `${address} ${client}`}
        foot={<TableFoot pages={pages} />}
      />
    </>
  );
}
