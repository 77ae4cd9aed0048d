import { dateTimeText, SECOND_MS } from '@notafter/domain';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import type { OperatorView } from './types.ts';

type SlowCheck = OperatorView['slowChecks'][number];

const columns: readonly Column<SlowCheck>[] = [
  {
    id: 'endpoint',
    header: 'Endpoint',
    cell: ({ row: { original } }) => (
      <>
        {original.domain} <Note span>{original.organization}</Note>
      </>
    ),
    meta: { look: 'name', rowHeader: true, card: 'wide', line: 1 },
  },
  {
    id: 'duration',
    header: 'Last check took',
    cell: ({ row }) => `${(row.original.durationMs / SECOND_MS).toFixed(1)} s`,
    meta: { width: 136, align: 'end' },
  },
];

/** The checks that take longest, and the one that is longest overdue. */
export function SlowChecksPanel({ view: { slowChecks, oldestCheck } }: { readonly view: OperatorView }) {
  return (
    <Panel title="Slow checks">
      {slowChecks.length === 0 ? (
        <EmptyState plain title="No slow check" text="The last scheduled check of every endpoint took less than a second." />
      ) : (
        <DataTable
          label="Slow checks"
          columns={columns}
          rows={slowChecks}
          rowKey={({ domain, organization }) => `${organization} ${domain}`}
          cardsBelow="never"
        />
      )}
      <Note px="md" py="sm">
        {oldestCheck === null
          ? 'No check is overdue.'
          : `Longest overdue: ${oldestCheck.domain} (${oldestCheck.organization}), since ${dateTimeText(oldestCheck.dueAt)}.`}
      </Note>
    </Panel>
  );
}
