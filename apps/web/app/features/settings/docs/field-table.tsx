import { Text } from '@mantine/core';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Field } from './api-document.ts';
import { Prose } from './prose.tsx';

const columns: readonly Column<Field>[] = [
  {
    id: 'field',
    header: 'Field',
    cell: ({ row: { original } }) => (
      <>
        <code>{original.name}</code> <small>{original.required ? 'required' : 'optional'}</small>
      </>
    ),
    meta: { width: '30%', look: 'small', wrap: true, card: 'wide' },
  },
  { id: 'type', header: 'Type', cell: ({ row }) => row.original.type, meta: { width: '22%', look: 'small', wrap: true } },
  {
    id: 'meaning',
    header: 'Meaning',
    cell: ({ row }) => <Prose>{row.original.description}</Prose>,
    meta: { look: 'small', wrap: true, card: 'wide' },
  },
];

export function FieldTable({ caption, fields }: { readonly caption: string; readonly fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <div>
      <Text size="xs" c="dimmed" aria-hidden="true">
        {caption}
      </Text>
      <DataTable label={caption} columns={columns} rows={fields} rowKey={({ name }) => name} />
    </div>
  );
}
