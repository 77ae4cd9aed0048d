import type { ServicePlan } from '@notafter/domain';
import type { Column } from '../../ui/data-table/column.ts';
import { Note } from '../../ui/note/note.tsx';
import { memoryText } from './service-texts.ts';
import type { CloudOffer } from './types.ts';

/** A figure of the plan, and below it the smaller one that the cloud gives. */
function Limited({ plan, here }: { readonly plan: string; readonly here: string | null }) {
  return (
    <>
      {plan}
      {here === null ? null : <Note small>{here} here</Note>}
    </>
  );
}

/** RAM, vCPUs, transfer and disk of each plan, for tables to choose one. */
export const resourceColumns = (sizes: CloudOffer['sizes']): readonly Column<ServicePlan>[] => [
  {
    id: 'ram',
    header: 'RAM',
    cell: ({ row: { original: plan } }) => {
      const { memoryMib } = sizes[plan.name];
      return <Limited plan={memoryText(plan.memoryMib)} here={memoryMib < plan.memoryMib ? memoryText(memoryMib) : null} />;
    },
    meta: { width: 110, align: 'end' },
  },
  {
    id: 'cpus',
    header: 'vCPUs',
    cell: ({ row: { original: plan } }) => {
      const { cpus } = sizes[plan.name];
      return <Limited plan={String(plan.cpus)} here={cpus < plan.cpus ? String(cpus) : null} />;
    },
    meta: { width: 90, align: 'end' },
  },
  { id: 'transfer', header: 'Transfer', cell: ({ row }) => `${row.original.transferTb} TB`, meta: { width: 90, align: 'end' } },
  { id: 'ebs', header: 'EBS', cell: ({ row }) => `${row.original.diskGib} GB`, meta: { width: 90, align: 'end' } },
];
