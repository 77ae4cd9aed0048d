import { Stack } from '@mantine/core';
import { countText } from '@notafter/domain';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { RowLink } from '../../../ui/data-table/table-row.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { Age } from '../age.tsx';
import { fileProblems, problemsOf, wayText } from '../collector-texts.ts';
import { StateBadge } from '../state-badge.tsx';
import type { Collector } from '../types.ts';

const NONE = '\u2013';

const columns: readonly Column<Collector>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => <RowLink to={`/collectors/${original.id}`}>{original.name}</RowLink>,
    meta: { width: '22%', look: 'name', rowHeader: true, card: 'start', line: 1 },
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ row: { original } }) => <StateBadge state={original.state} />,
    meta: { width: 124, card: 'end', line: 1 },
  },
  {
    id: 'host',
    header: 'Host',
    cell: ({ row: { original } }) => original.about?.host ?? NONE,
    meta: { look: 'small' },
  },
  { id: 'way', header: 'Reports', cell: ({ row: { original } }) => wayText(original), meta: { width: 172, wrap: true } },
  {
    id: 'endpoints',
    header: 'Endpoints',
    cell: ({ row: { original } }) => countText(original.endpoints),
    meta: { width: 96, align: 'end' },
  },
  { id: 'files', header: 'In files', cell: ({ row: { original } }) => countText(original.files), meta: { width: 84, align: 'end' } },
  {
    id: 'report',
    header: 'Last report',
    cell: ({ row: { original } }) => <Age at={original.lastReportAt} />,
    meta: { width: 124, look: 'small' },
  },
];

/** Undefined until the first answer arrives. */
export function CollectorsTable({ collectors }: { readonly collectors: readonly Collector[] | undefined }) {
  return (
    <DataTable
      label="Collectors"
      columns={columns}
      rows={collectors}
      rowKey={({ id }) => id}
      rowLook={({ state }) => ({ muted: state === 'revoked', ...(state === 'forked' ? { urgency: 'expired' } : {}) })}
      detail={problemLines}
      cardsBelow={960}
    />
  );
}

function problemLines(collector: Collector) {
  const problems = [...problemsOf(collector), ...fileProblems(collector)];
  if (problems.length === 0) return null;
  return (
    <Stack gap="xxs">
      {problems.map(({ tone, text }) => (
        <StatusLine key={text} tone={tone}>
          {text}
        </StatusLine>
      ))}
    </Stack>
  );
}
