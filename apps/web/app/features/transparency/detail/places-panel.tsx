import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { IssuanceDetail } from '../types.ts';

type Place = IssuanceDetail['places'][number];

const NONE = '\u2013';

const columns: readonly Column<Place>[] = [
  {
    id: 'name',
    header: 'Log or service',
    cell: ({ row: { original } }) => (
      <>
        {original.name}
        {original.operator === null ? null : <Note small>{original.operator}</Note>}
      </>
    ),
    meta: { look: 'name', wrap: true, rowHeader: true, card: 'wide' },
  },
  { id: 'state', header: 'Listed as', cell: ({ row }) => row.original.logState ?? NONE, meta: { width: 110, look: 'small' } },
  { id: 'reference', header: 'Entry', cell: ({ row }) => row.original.reference, meta: { width: 160, look: 'code' } },
  {
    id: 'at',
    header: 'Logged',
    cell: ({ row: { original } }) => (original.at === null ? NONE : <AbsoluteTime value={original.at} form="datetime" />),
    meta: { width: 168, look: 'small' },
  },
];

/** The logs and search services where the certificate was found. */
export function PlacesPanel({ places }: { readonly places: readonly Place[] }) {
  return (
    <Panel title="Found in" count={places.length}>
      <DataTable label="Found in" columns={columns} rows={places} rowKey={({ name, reference }) => `${name} ${reference}`} />
    </Panel>
  );
}
