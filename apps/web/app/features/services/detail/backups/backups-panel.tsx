import { Box, Button, NativeSelect } from '@mantine/core';
import { type BackupSchedule, backupSchedules, dateTimeText, formatBytes, retentionRule, SECOND_MS } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../../api/trpc.ts';
import { useMay } from '../../../../shell/session.ts';
import { useAction } from '../../../../ui/action/use-action.ts';
import { Badge } from '../../../../ui/badge/badge.tsx';
import { Banner } from '../../../../ui/banner/banner.tsx';
import { IconButton } from '../../../../ui/buttons/buttons.tsx';
import type { Column } from '../../../../ui/data-table/column.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../../ui/dialog/use-dialog.tsx';
import { FactRow, FactTable } from '../../../../ui/fact-table/fact-table.tsx';
import { lazyDialog } from '../../../../ui/lazy/lazy.tsx';
import { ActionMenu } from '../../../../ui/menu/action-menu.tsx';
import type { MenuEntry } from '../../../../ui/menu/menu-entry.ts';
import { Note } from '../../../../ui/note/note.tsx';
import { TableFoot } from '../../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../../ui/pager/use-pages.ts';
import { Panel } from '../../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../../ui/states/states.tsx';
import { AbsoluteTime } from '../../../../ui/time/absolute-time.tsx';
import type { ServiceBackup, ServiceDetail, ServiceDrill } from '../../types.ts';
import { backupWords, causeTexts, drillText, scheduleTexts } from './backup-texts.ts';

const RestoreDialog = lazyDialog(() => import('./restore-dialog.tsx'));

const POLL_MS = 2 * SECOND_MS;

const columnsOf = (entriesOf: ((backup: ServiceBackup) => readonly MenuEntry[]) | null): readonly Column<ServiceBackup>[] => [
  {
    id: 'taken',
    header: 'Taken',
    cell: ({ row }) => <AbsoluteTime value={row.original.takenAt} form="datetime" />,
    meta: { width: 170, look: 'small', card: 'start', line: 1 },
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => (
      <>
        <Badge tone={backupWords[original.state].tone}>{backupWords[original.state].word}</Badge>
        {original.failure === null ? null : <Note small>{original.failure}</Note>}
      </>
    ),
    meta: { wrap: true, card: 'wide' },
  },
  { id: 'cause', header: 'Reason', cell: ({ row }) => causeTexts[row.original.cause], meta: { width: 160, look: 'small' } },
  {
    id: 'size',
    header: 'Size',
    cell: ({ row: { original } }) => (original.bytes === null ? '–' : formatBytes(original.bytes)),
    meta: { width: 90, look: 'small', align: 'end' },
  },
  ...(entriesOf === null
    ? []
    : [
        {
          id: 'actions',
          header: '',
          cell: ({ row: { original } }: { readonly row: { readonly original: ServiceBackup } }) => (
            <ActionMenu
              trigger={<IconButton icon="more" label={`Actions for the backup of ${dateTimeText(original.takenAt)}`} />}
              entries={entriesOf(original)}
            />
          ),
          meta: { width: 44, card: 'tail' } as const,
        },
      ]),
];

const firstText = (schedule: BackupSchedule): string =>
  schedule === 'off'
    ? 'Set a schedule, or press Back Up Now.'
    : 'The first one is taken about an hour after the service first ran, or when you press Back Up Now.';

/** The backups of the service: what is kept, whether a restore was tried, and what can be done with them. */
export function BackupsPanel({ service }: { readonly service: ServiceDetail }) {
  const { resourceId, operation, runningSince, backups: about } = service;
  const { services } = useTRPC();
  const mayChange = useMay('services/back-up-service');
  const query = useQuery({
    ...services.backups.queryOptions({ resourceId }),
    enabled: about.reasonAgainst === null,
    refetchInterval: ({ state: { data } }) =>
      [...(data?.backups ?? []), ...(data?.drills ?? [])].some(({ state }) => state === 'running') ? POLL_MS : false,
  });
  const refresh = [services.get.pathFilter(), services.backups.pathFilter()];
  const backUp = useAction(services.backUp.mutationOptions(), { failed: 'Failed to start the backup', refresh });
  if (about.reasonAgainst !== null) {
    return (
      <Panel title="Backups">
        <Note px="md" py="sm">
          {about.reasonAgainst}
        </Note>
      </Panel>
    );
  }
  return (
    <Panel
      title="Backups"
      aside={
        mayChange ? (
          <Button
            variant="default"
            size="sm"
            disabled={operation !== null || runningSince === null || backUp.pending}
            onClick={() => void backUp.run({ resourceId })}
          >
            Back Up Now
          </Button>
        ) : undefined
      }
    >
      {about.problem === null ? null : (
        <Box p="md">
          <Banner tone="critical">{about.problem}</Banner>
        </Box>
      )}
      <FactTable label="About the backups">
        <FactRow name="Schedule">
          <Schedule service={service} />
        </FactRow>
        {about.interruption === null ? null : (
          <FactRow name="Effect on clients">
            {about.interruption} {about.schedule === 'off' ? 'This is why the schedule is off by default.' : null}
          </FactRow>
        )}
        <FactRow name="Kept">{retentionRule}</FactRow>
        <FactRow name="Stored in" code>
          {about.place}
        </FactRow>
        <FactRow name="Last restore drill">{drillText(query.data?.drills[0], about.schedule)}</FactRow>
      </FactTable>
      <QueryPanel
        query={query}
        failed="The backups did not load"
        unaffected="The service keeps running."
        isEmpty={({ backups }) => backups.length === 0}
        empty={<EmptyState plain title="No backups yet" text={firstText(about.schedule)} />}
      >
        {({ backups, drills }) => <Backups backups={backups} drills={drills} service={service} mayChange={mayChange} />}
      </QueryPanel>
    </Panel>
  );
}

function Schedule({ service: { resourceId, backups } }: { readonly service: ServiceDetail }) {
  const { services } = useTRPC();
  const maySet = useMay('services/set-backup-schedule');
  const set = useAction(services.setBackupSchedule.mutationOptions(), {
    failed: 'Failed to change the schedule',
    refresh: [services.get.pathFilter()],
  });
  const shown = set.sent?.schedule ?? backups.schedule;
  if (!maySet) return scheduleTexts[shown];
  return (
    <NativeSelect
      size="sm"
      maw={160}
      aria-label="Backup schedule"
      value={shown}
      disabled={set.pending}
      data={backupSchedules.map((value) => ({ value, label: scheduleTexts[value] }))}
      onChange={({ currentTarget: { value } }) => {
        const schedule = backupSchedules.find((one): one is BackupSchedule => one === value);
        if (schedule !== undefined) void set.run({ resourceId, schedule });
      }}
    />
  );
}

interface BackupsProps {
  readonly backups: readonly ServiceBackup[];
  readonly drills: readonly ServiceDrill[];
  readonly service: ServiceDetail;
  readonly mayChange: boolean;
}

function Backups({ backups, drills, service, mayChange }: BackupsProps) {
  const { services } = useTRPC();
  const pages = usePages(backups);
  const [dialog, open] = useDialog();
  const refresh = [services.get.pathFilter(), services.backups.pathFilter()];
  const drill = useAction(services.drill.mutationOptions(), { failed: 'Failed to start the drill', refresh });
  const remove = useAction(services.deleteBackup.mutationOptions(), { failed: 'Failed to delete the backup', refresh });
  const isBusy = service.operation !== null;
  const isDrilling = drills.some(({ state }) => state === 'running');
  const entriesOf = (backup: ServiceBackup): readonly MenuEntry[] => [
    ...(backup.state === 'ok'
      ? ([
          {
            label: 'Download',
            icon: 'download',
            note: 'Its files, as a tar archive',
            file: `/v1/services/backups/${backup.id}/data?format=archive`,
          },
        ] as const)
      : []),
    // A machine of a cloud begins with an empty volume.
    ...(backup.state === 'ok' && service.cloud === 'local'
      ? ([
          {
            label: 'Restore As New Service...',
            icon: 'layers',
            onSelect: () => open((close) => <RestoreDialog backup={backup} into="new" onClose={close} />),
          },
          {
            label: 'Restore Into This Service...',
            icon: 'refresh',
            note: 'Replaces its data',
            disabled: isBusy,
            onSelect: () => open((close) => <RestoreDialog backup={backup} into="same" onClose={close} />),
          },
          { label: 'Try Restore', icon: 'check', disabled: isDrilling, onSelect: () => void drill.run({ id: backup.id }) },
        ] as const)
      : []),
    {
      label: 'Delete...',
      icon: 'trash',
      danger: true,
      disabled: backup.state === 'running',
      onSelect: () =>
        open((close) => (
          <ConfirmDialog
            title={`Delete backup of ${dateTimeText(backup.takenAt)}`}
            action="Delete"
            busyAction="Deleting..."
            failed="Failed to delete the backup"
            onConfirm={() => remove.send({ id: backup.id })}
            onClose={close}
          >
            The backup is removed from the store and can't be restored afterwards.
          </ConfirmDialog>
        )),
    },
  ];
  return (
    <>
      <DataTable
        label="Backups"
        columns={columnsOf(mayChange ? entriesOf : null)}
        rows={pages.shown}
        rowKey={({ id }) => id}
        foot={<TableFoot pages={pages} />}
      />
      {dialog}
    </>
  );
}
