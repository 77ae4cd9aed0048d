import { monthlyUsd, type ServicePlan, type ServicePlanName, servicePlans, usdText } from '@notafter/domain';
import type { ChosenBy } from '../../../ui/choice/use-chosen-by.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { RowRadio } from '../../../ui/data-table/row-radio.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Step } from '../../../ui/step/step.tsx';
import { resourceColumns } from '../plan-columns.tsx';
import type { CloudOffer } from '../types.ts';

interface SizeStepProps {
  readonly sizes: CloudOffer['sizes'];
  readonly chosen: ServicePlanName | null;
  readonly onChoose: (plan: ServicePlanName, by: ChosenBy) => void;
}

const columnsOf = ({ sizes, chosen, onChoose }: SizeStepProps): readonly Column<ServicePlan>[] => [
  {
    id: 'choice',
    header: '',
    cell: ({ row: { original: plan } }) => (
      <RowRadio group="plan" label={plan.name} chosen={chosen === plan.name} onChoose={(by) => onChoose(plan.name, by)} />
    ),
    meta: { width: 48, card: 'corner' },
  },
  { id: 'plan', header: 'Plan', cell: ({ row }) => row.original.name, meta: { look: 'name', rowHeader: true, card: 'wide', line: 1 } },
  ...resourceColumns(sizes),
  {
    id: 'instance',
    header: 'Instance',
    cell: ({ row }) => row.original.instanceType,
    meta: { width: 130, look: 'code' },
  },
  {
    id: 'monthly',
    header: 'Monthly',
    cell: ({ row }) => <strong>{usdText(monthlyUsd(row.original.hourlyUsd))}</strong>,
    meta: { width: 110, align: 'end' },
  },
];

/** The plans. Where the cloud gives less than the plan, both are shown. */
export function SizeStep({ sizes, chosen, onChoose }: SizeStepProps) {
  return (
    <Step id="size" number={4} title="Size" note="Can be resized later">
      <Panel label="Plans">
        <DataTable
          label="Plans"
          columns={columnsOf({ sizes, chosen, onChoose })}
          rows={servicePlans}
          rowKey={({ name }) => name}
          rowLook={({ name }) => ({ current: name === chosen })}
        />
      </Panel>
    </Step>
  );
}
