import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { IconButton } from '../../../ui/buttons/buttons.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { matchText, PUBLIC_ROOTS, subjectOf } from './anchor-texts.ts';
import type { AnchorAssignment } from './types.ts';
import { useAnchorActions, useAnchorSets } from './use-anchors.ts';

const AssignmentDialog = lazyDialog(() => import('./assignment-dialog.tsx'));

interface RowActions {
  readonly onEdit: (assignment: AnchorAssignment) => void;
  readonly onRemove: (assignment: AnchorAssignment) => void;
}

const columnsOf = (actions: RowActions | null): readonly Column<AnchorAssignment>[] => [
  {
    id: 'subject',
    header: 'Certificates',
    cell: ({ row: { original } }) => (
      <>
        {subjectOf(original)}
        {original.certificateCount === null ? null : <Note small>{matchText(original.certificateCount)}</Note>}
      </>
    ),
    meta: { width: '45%', look: 'name', wrap: true, rowHeader: true, card: 'start', line: 1 },
  },
  {
    id: 'anchors',
    header: 'Trust anchors',
    cell: ({ row: { original } }) => original.set?.name ?? PUBLIC_ROOTS,
    meta: { wrap: true, card: 'wide' },
  },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) => (actions === null ? null : <AssignmentMenu assignment={original} actions={actions} />),
    meta: { width: 56, align: 'end', card: 'corner' },
  },
];

function AssignmentMenu({ assignment, actions }: { readonly assignment: AnchorAssignment; readonly actions: RowActions }) {
  const remove = { label: 'Remove', icon: 'trash', danger: true, onSelect: () => actions.onRemove(assignment) } as const;
  return (
    <ActionMenu
      trigger={<IconButton icon="more" label={`Actions for ${subjectOf(assignment).toLowerCase()}`} />}
      entries={[{ label: 'Edit', icon: 'edit', onSelect: () => actions.onEdit(assignment) }, ...(assignment.tag === null ? [] : [remove])]}
    />
  );
}

/** Tags first, then the organization, which has a row even without a choice. */
const rowsOf = (assignments: readonly AnchorAssignment[]): AnchorAssignment[] => [
  ...assignments.filter(({ tag }) => tag !== null),
  assignments.find(({ tag }) => tag === null) ?? { tag: null, set: null, certificateCount: null },
];

/** Which certificates trust which set. A certificate's own choice is on its page. */
export function AssignmentsPanel() {
  const query = useQuery(useTRPC().anchors.assignments.queryOptions());
  const sets = useAnchorSets().data?.sets ?? [];
  const mayChange = useMay('certificates/assign-anchors');
  const { assign } = useAnchorActions();
  const [dialog, open] = useDialog();
  const openEdit = (assignment: AnchorAssignment | null): void =>
    open((close) => <AssignmentDialog assignment={assignment} sets={sets} onSave={(input) => assign.send(input)} onClose={close} />);
  const columns = columnsOf(
    mayChange ? { onEdit: openEdit, onRemove: ({ tag }) => void assign.run({ ...(tag === null ? {} : { tag }), anchors: null }) } : null,
  );
  const addButton = (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon name="plus" small />}
      disabled={sets.length === 0}
      onClick={() => openEdit(null)}
    >
      Add Assignment
    </Button>
  );
  return (
    <Panel
      title="Assignments"
      aside={mayChange ? addButton : null}
      foot={
        <Note small>
          A choice on the page of a certificate comes first, then those of its tags, then the default. Several tags add up. Public roots are
          always trusted.
        </Note>
      }
    >
      <QueryPanel query={query} failed="Assignments did not load">
        {({ assignments }) => (
          <DataTable label="Assignments" columns={columns} rows={rowsOf(assignments)} rowKey={({ tag }) => tag ?? ''} />
        )}
      </QueryPanel>
      {dialog}
    </Panel>
  );
}
