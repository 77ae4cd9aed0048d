import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { ServiceDetail } from '../types.ts';

type ServiceEvent = ServiceDetail['events'][number];

const columns: readonly Column<ServiceEvent>[] = [
  {
    id: 'when',
    header: 'When',
    cell: ({ row }) => <AbsoluteTime value={row.original.at} form="datetime" />,
    meta: { width: 170, look: 'small', card: 'wide' },
  },
  { id: 'what', header: 'Event', cell: ({ row }) => row.original.text, meta: { wrap: true, card: 'wide' } },
];

/** The events of the service, the newest first. */
export function EventsPanel({ events }: { readonly events: ServiceDetail['events'] }) {
  const pages = usePages(events);
  return (
    <Panel title="Events">
      <DataTable label="Events" columns={columns} rows={pages.shown} rowKey={({ id }) => id} foot={<TableFoot pages={pages} />} />
    </Panel>
  );
}
