import { countText, formatBytes } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { UntilLoaded } from '../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import type { DatabaseFigures } from './types.ts';

type Table = DatabaseFigures['tables'][number];
type Statement = NonNullable<DatabaseFigures['slowStatements']>[number];

const tableColumns: readonly Column<Table>[] = [
  { id: 'table', header: 'Table', cell: ({ row }) => row.original.name, meta: { look: 'code', rowHeader: true, card: 'wide', line: 1 } },
  { id: 'size', header: 'Size', cell: ({ row }) => formatBytes(row.original.bytes), meta: { width: 110, align: 'end' } },
  { id: 'rows', header: 'Rows', cell: ({ row }) => countText(row.original.rows), meta: { width: 120, align: 'end' } },
  { id: 'dead', header: 'Dead rows', cell: ({ row }) => countText(row.original.deadRows), meta: { width: 110, align: 'end' } },
];

const milliseconds = (ms: number): string => `${ms < 100 ? ms.toFixed(1) : countText(Math.round(ms))} ms`;

const statementColumns: readonly Column<Statement>[] = [
  {
    id: 'statement',
    header: 'Statement',
    cell: ({ row }) => <span title={row.original.statement}>{row.original.statement}</span>,
    meta: { look: 'code', rowHeader: true, wrap: 2, card: 'wide', line: 1 },
  },
  { id: 'calls', header: 'Calls', cell: ({ row }) => countText(row.original.calls), meta: { width: 96, align: 'end' } },
  { id: 'mean', header: 'Mean', cell: ({ row }) => milliseconds(row.original.meanMs), meta: { width: 104, align: 'end' } },
  { id: 'max', header: 'Longest', cell: ({ row }) => milliseconds(row.original.maxMs), meta: { width: 104, align: 'end' } },
];

/** The size of the database, its largest tables and its slowest statements. */
export function DatabasePanels() {
  const query = useQuery(useTRPC().admin.database.queryOptions());
  return (
    <UntilLoaded label="Database" query={query} failed="The figures of the database did not load">
      {({ bytes, connections, maxConnections, oldestTransactionSeconds, tables, slowStatements }) => (
        <>
          <Panel title="Database" count={formatBytes(bytes)}>
            <DataTable label="Largest tables" columns={tableColumns} rows={tables} rowKey={({ name }) => name} />
            <Note px="md" py="sm">
              {countText(connections)} of {countText(maxConnections)} connections in use. The oldest transaction has been open for{' '}
              {Math.round(oldestTransactionSeconds)} s.
            </Note>
          </Panel>
          <Panel title="Slow statements">
            {slowStatements === null ? (
              <EmptyState
                plain
                title="PostgreSQL does not count statements"
                text="Add pg_stat_statements to shared_preload_libraries, restart PostgreSQL, and run CREATE EXTENSION pg_stat_statements in this database."
              />
            ) : (
              <DataTable
                label="Slow statements"
                columns={statementColumns}
                rows={slowStatements}
                rowKey={({ statement, calls, totalMs }) => `${statement} ${calls} ${totalMs}`}
                empty={<EmptyState plain title="No slow statement" text="The mean time of every statement is below 10 ms." />}
              />
            )}
          </Panel>
        </>
      )}
    </UntilLoaded>
  );
}
