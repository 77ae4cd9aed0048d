import { forEachServicePlan, monthlyUsd, type ServicePlan, type ServicePlanName, usdText } from '@notafter/domain';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { RowRadio } from '../../../ui/data-table/row-radio.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { resourceColumns } from '../plan-columns.tsx';
import type { CloudOffer } from '../types.ts';

interface ResizeTableProps {
  /** Without the present one; empty on a cloud that cannot resize. */
  readonly plans: readonly ServicePlan[];
  readonly cloudName: string;
  /** The part of each plan that the cloud gives; null if it is not known. */
  readonly sizes: CloudOffer['sizes'] | null;
  readonly chosen: ServicePlanName | null;
  readonly onChoose: (plan: ServicePlanName) => void;
}

const whole = forEachServicePlan(({ memoryMib, cpus, diskGib }) => ({ memoryMib, cpus, diskGib }));

const columnsOf = ({ sizes, chosen, onChoose }: Omit<ResizeTableProps, 'plans'>): readonly Column<ServicePlan>[] => [
  ...resourceColumns(sizes ?? whole),
  { id: 'plan', header: 'Plan', cell: ({ row }) => row.original.name, meta: { look: 'name', rowHeader: true, card: 'wide', line: 1 } },
  {
    id: 'price',
    header: 'Price',
    cell: ({ row }) => <strong>{usdText(monthlyUsd(row.original.hourlyUsd))}</strong>,
    meta: { width: 110, align: 'end' },
  },
  {
    id: 'choice',
    header: 'Select',
    cell: ({ row: { original: plan } }) => (
      <RowRadio group="new-size" label={plan.name} chosen={chosen === plan.name} onChoose={() => onChoose(plan.name)} />
    ),
    meta: { width: 76, card: 'corner' },
  },
];

/** The plans that a service can move to. */
export function ResizeTable({ plans, ...table }: ResizeTableProps) {
  return (
    <DataTable
      label="Plans"
      columns={columnsOf(table)}
      rows={plans}
      rowKey={({ name }) => name}
      rowLook={({ name }) => ({ current: name === table.chosen })}
      empty={
        <EmptyState plain title={`${table.cloudName} does not support resizing`} text="Deploy another service of the size that you need." />
      }
    />
  );
}
