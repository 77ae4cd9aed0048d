import { Button } from '@mantine/core';
import { formatBytes, solutionName } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { ErrorState } from '../../../ui/states/states.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { ServiceBackup } from '../types.ts';

const RestoreDialog = lazyDialog(() => import('../detail/backups/restore-dialog.tsx'));

/** The good backups of services that were deleted, which have no other page. Absent as long as there are none. */
export function DeletedBackupsPanel() {
  const { services } = useTRPC();
  const query = useQuery(services.backups.queryOptions({ resourceId: null }));
  if (query.isError && query.data === undefined) {
    return (
      <Panel title="Backups of deleted services">
        <ErrorState
          title="The backups did not load"
          text={problemOfCall(query.error).message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </Panel>
    );
  }
  const backups = (query.data?.backups ?? []).filter(({ state, serviceDeletedAt }) => state === 'ok' && serviceDeletedAt !== null);
  return backups.length === 0 ? null : <DeletedBackups backups={backups} />;
}

function DeletedBackups({ backups }: { readonly backups: readonly ServiceBackup[] }) {
  const mayRestore = useMay('services/restore-backup');
  const pages = usePages(backups);
  const [dialog, open] = useDialog();
  const columns: readonly Column<ServiceBackup>[] = [
    { id: 'service', header: 'Service', cell: ({ row }) => row.original.resourceId, meta: { wrap: true, card: 'start', line: 1 } },
    {
      id: 'solution',
      header: 'Solution',
      cell: ({ row: { original } }) => `${solutionName(original.solution, original.engine)} ${original.engine}`,
      meta: { width: 190, look: 'small' },
    },
    {
      id: 'taken',
      header: 'Taken',
      cell: ({ row }) => <AbsoluteTime value={row.original.takenAt} form="datetime" />,
      meta: { width: 170, look: 'small' },
    },
    {
      id: 'size',
      header: 'Size',
      cell: ({ row: { original } }) => (original.bytes === null ? '–' : formatBytes(original.bytes)),
      meta: { width: 90, look: 'small', align: 'end' },
    },
    ...(mayRestore
      ? [
          {
            id: 'restore',
            header: '',
            cell: ({ row: { original } }: { readonly row: { readonly original: ServiceBackup } }) => (
              <Button
                variant="default"
                size="sm"
                aria-label={`Restore ${original.resourceId}`}
                onClick={() => open((close) => <RestoreDialog backup={original} into="new" onClose={close} />)}
              >
                Restore...
              </Button>
            ),
            meta: { width: 120, card: 'tail' } as const,
          },
        ]
      : []),
  ];
  return (
    <Panel title="Backups of deleted services" aside="Kept for 30 days">
      <DataTable
        label="Backups of deleted services"
        columns={columns}
        rows={pages.shown}
        rowKey={({ id }) => id}
        foot={<TableFoot pages={pages} />}
      />
      {dialog}
    </Panel>
  );
}
