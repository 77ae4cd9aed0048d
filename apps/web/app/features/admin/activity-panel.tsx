import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { activityInput } from './admin-queries.ts';
import type { AdminActivity } from './types.ts';

const typeNames = { organization: 'Organization', user: 'User', certificate: 'Certificate', other: 'Other' } as const;

const columns: readonly Column<AdminActivity>[] = [
  { id: 'type', header: 'Type', cell: ({ row }) => typeNames[row.original.type], meta: { width: 110, card: 'start', line: 2 } },
  {
    id: 'description',
    header: 'Description',
    cell: ({ row }) => row.original.description,
    meta: { look: 'name', rowHeader: true, wrap: true, card: 'wide', line: 1 },
  },
  {
    id: 'time',
    header: 'Time',
    cell: ({ row }) => <AbsoluteTime value={row.original.timestamp} form="datetime" />,
    meta: { width: 176, look: 'small', card: 'end', line: 2 },
  },
];

/** The newest entries only. */
export function ActivityPanel() {
  const query = useQuery(useTRPC().admin.activity.queryOptions(activityInput));
  return (
    <Panel title="Recent Activity">
      <QueryPanel
        query={query}
        failed="The activity did not load"
        isEmpty={({ activities }) => activities.length === 0}
        empty={<EmptyState plain title="No activity yet" text="Changes in all organizations appear here." />}
      >
        {({ activities }) => (
          <DataTable
            label="Recent Activity"
            columns={columns}
            rows={activities}
            rowKey={({ timestamp, description }) => `${timestamp.toISOString()} ${description}`}
          />
        )}
      </QueryPanel>
    </Panel>
  );
}
