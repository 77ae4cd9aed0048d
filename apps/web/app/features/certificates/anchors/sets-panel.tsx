import { Button } from '@mantine/core';
import { plural } from '@notafter/domain';
import { useMay } from '../../../shell/session.ts';
import { IconButton } from '../../../ui/buttons/buttons.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { CellButton } from '../../../ui/data-table/table-row.tsx';
import { ConfirmDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { trustedText, usageText } from './anchor-texts.ts';
import type { AnchorSet } from './types.ts';
import { useAnchorActions, useAnchorSets } from './use-anchors.ts';

const SetDialog = lazyDialog(() => import('./set-dialog.tsx'));
const SetDetailDialog = lazyDialog(() => import('./set-detail-dialog.tsx'));

interface RowActions {
  readonly onOpen: (set: AnchorSet) => void;
  /** Null for people who may not change anything. */
  readonly change: { readonly onEdit: (set: AnchorSet) => void; readonly onDelete: (set: AnchorSet) => void } | null;
}

const columnsOf = ({ onOpen, change }: RowActions): readonly Column<AnchorSet>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => <CellButton onClick={() => onOpen(original)}>{original.name}</CellButton>,
    meta: { width: '28%', look: 'name', rowHeader: true, card: 'start', line: 1 },
  },
  {
    id: 'anchors',
    header: 'CA certificates',
    cell: ({ row: { original } }) => <Anchors set={original} />,
    meta: { wrap: true },
  },
  {
    id: 'expires',
    header: 'First expires',
    cell: ({ row: { original } }) => <AbsoluteTime value={original.expiresAt} />,
    meta: { width: 110, look: 'small' },
  },
  {
    id: 'trusted',
    header: 'Ends the chain of',
    cell: ({ row: { original } }) => trustedText(original.trustedCount),
    meta: { width: 150 },
  },
  {
    id: 'usage',
    header: 'Assigned to',
    cell: ({ row: { original } }) => usageText(original.usage),
    meta: { wrap: true },
  },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) => (change === null ? null : <SetMenu set={original} change={change} />),
    meta: { width: 56, align: 'end', card: 'corner' },
  },
];

function Anchors({ set: { anchorCount, expiredCount } }: { readonly set: AnchorSet }) {
  return (
    <>
      {plural(anchorCount, 'certificate')}
      {expiredCount === 0 ? null : <StatusLine tone="expired">{plural(expiredCount, 'is expired', 'are expired')}</StatusLine>}
    </>
  );
}

function SetMenu({ set, change }: { readonly set: AnchorSet; readonly change: NonNullable<RowActions['change']> }) {
  return (
    <ActionMenu
      trigger={<IconButton icon="more" label={`Actions for ${set.name}`} />}
      entries={[
        { label: 'Edit', icon: 'edit', onSelect: () => change.onEdit(set) },
        { label: 'Delete', icon: 'trash', danger: true, onSelect: () => change.onDelete(set) },
      ]}
    />
  );
}

/** The sets of the organization. Everyone sees them; admins change them. */
export function SetsPanel() {
  const query = useAnchorSets();
  const mayChange = useMay('certificates/add-anchor-set');
  const actions = useAnchorActions();
  const [dialog, open] = useDialog();
  const openEdit = (set: AnchorSet | null): void => open((close) => <SetDialog set={set} actions={actions} onClose={close} />);
  const columns = columnsOf({
    onOpen: (set) => open((close) => <SetDetailDialog set={set} onClose={close} />),
    change: mayChange
      ? {
          onEdit: openEdit,
          onDelete: (set) =>
            open((close) => (
              <ConfirmDialog
                title={`Delete ${set.name}`}
                action="Delete Trust Anchors"
                busyAction="Deleting..."
                failed="Failed to delete trust anchors"
                onConfirm={() => actions.remove.send({ id: set.id })}
                onClose={close}
              >
                Are you sure? This will fail while the set is assigned to certificates, tags or the organization.
              </ConfirmDialog>
            )),
        }
      : null,
  });
  const addButton = (
    <Button variant="default" size="sm" leftSection={<Icon name="plus" small />} onClick={() => openEdit(null)}>
      Add Trust Anchors
    </Button>
  );
  const empty = (
    <EmptyState
      plain
      title="No trust anchors yet"
      text="Upload the root certificates of your own CA. Certificates that they issue are then trusted, and judged without the rules for public CAs."
    />
  );
  return (
    <Panel title="Trust Anchors" count={query.data?.sets.length} aside={mayChange ? addButton : null}>
      <QueryPanel query={query} failed="Trust anchors did not load" unaffected="Certificates are still judged by them.">
        {({ sets }) => (
          <DataTable label="Trust anchors" columns={columns} rows={sets} rowKey={({ id }) => id} empty={empty} cardsBelow={860} />
        )}
      </QueryPanel>
      {dialog}
    </Panel>
  );
}
