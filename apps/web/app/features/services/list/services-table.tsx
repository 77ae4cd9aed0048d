import { clouds, solutionName, usdText } from '@notafter/domain';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge/badge.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { RowLink } from '../../../ui/data-table/table-row.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { statusWords } from '../service-texts.ts';
import type { Service } from '../types.ts';

const dateCell = (date: Date | null) => (date === null ? '\u2013' : <AbsoluteTime value={date} />);

const columns: readonly Column<Service>[] = [
  {
    id: 'service',
    header: 'Service',
    cell: ({ row }) => <RowLink to={`/services/${row.original.resourceId}`}>{row.original.resourceId}</RowLink>,
    meta: { width: 136, look: 'code', rowHeader: true, card: 'start', line: 1 },
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <ServiceStatusCell service={row.original} />,
    meta: { width: 190, card: 'end', line: 1 },
  },
  {
    id: 'solution',
    header: 'Solution',
    cell: ({ row }) => solutionName(row.original.solution, row.original.version),
    meta: { width: 108, look: 'name', card: 'start', line: 2 },
  },
  { id: 'plan', header: 'Plan', cell: ({ row }) => row.original.plan, meta: { width: 100, card: 'end', line: 2 } },
  { id: 'place', header: 'Cloud and region', cell: ({ row }) => <Place service={row.original} />, meta: { wrap: true, card: 'wide' } },
  {
    id: 'price',
    header: 'Monthly',
    cell: ({ row }) => <Price service={row.original} />,
    meta: { width: 110, align: 'end' },
  },
  {
    id: 'certificate',
    header: 'Certificate ends',
    cell: ({ row }) => dateCell(row.original.certificateNotAfter),
    meta: { width: 116, look: 'small' },
  },
  { id: 'running', header: 'Running since', cell: ({ row }) => dateCell(row.original.runningSince), meta: { width: 110, look: 'small' } },
];

interface ServicesTableProps {
  /** Undefined until the first answer arrives. */
  readonly services: readonly Service[] | undefined;
  readonly empty?: ReactNode;
  readonly foot?: ReactNode;
}

export function ServicesTable({ services, ...states }: ServicesTableProps) {
  return (
    <DataTable
      label="Services"
      columns={columns}
      rows={services}
      rowKey={({ resourceId }) => resourceId}
      rowLook={({ status }) => ({ muted: status === 'deleting' })}
      detail={({ problem, drift, operation }) => (operation === null ? (problem ?? drift) : null)}
      cardsBelow={960}
      {...states}
    />
  );
}

/** The status, and how far an operation is. */
function ServiceStatusCell({ service: { status, operation } }: { readonly service: Service }) {
  const { word, tone } = statusWords[status];
  return (
    <Badge tone={tone}>
      {word}
      {operation === null ? null : ` ${Math.floor(operation.percent)}%`}
    </Badge>
  );
}

function Price({ service: { monthlyUsd, cost, runningSince } }: { readonly service: Service }) {
  return (
    <>
      {usdText(monthlyUsd)}
      {runningSince === null ? null : <Note small>{usdText(cost.monthUsd)} so far</Note>}
    </>
  );
}

function Place({ service: { cloud, regionName, account } }: { readonly service: Service }) {
  const { name } = clouds[cloud];
  return (
    <>
      {name}
      {name === regionName ? null : <Note small>{account === null ? regionName : `${regionName}, ${account.name}`}</Note>}
    </>
  );
}
