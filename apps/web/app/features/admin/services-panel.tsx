import { clouds, countText, plural } from '@notafter/domain';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import type { OperatorView } from './types.ts';

type ServiceProblem = OperatorView['serviceProblems'][number];
type Orphan = OperatorView['orphans'][number];

const problemColumns: readonly Column<ServiceProblem>[] = [
  {
    id: 'service',
    header: 'Service',
    cell: ({ row }) => row.original.name,
    meta: { look: 'name', rowHeader: true, card: 'wide', line: 1 },
  },
  { id: 'organization', header: 'Organization', cell: ({ row }) => row.original.organization, meta: { width: '20%' } },
  { id: 'problem', header: 'Problem', cell: ({ row }) => row.original.problem, meta: { width: '40%', wrap: true, card: 'wide' } },
  {
    id: 'since',
    header: 'Since',
    cell: ({ row }) => (row.original.since === null ? '–' : <AbsoluteTime value={row.original.since} form="datetime" />),
    meta: { width: 176, look: 'small' },
  },
];

const orphanColumns: readonly Column<Orphan>[] = [
  { id: 'id', header: 'Orphan', cell: ({ row }) => row.original.serviceId, meta: { look: 'code', rowHeader: true, card: 'wide', line: 1 } },
  { id: 'cloud', header: 'Cloud', cell: ({ row }) => clouds[row.original.cloud].name, meta: { width: '18%' } },
  { id: 'account', header: 'Account', cell: ({ row }) => row.original.account ?? "The operator's", meta: { width: '18%' } },
  {
    id: 'first',
    header: 'Seen since',
    cell: ({ row }) => <AbsoluteTime value={row.original.firstSeenAt} form="datetime" />,
    meta: { width: 176, look: 'small' },
  },
];

/** Data services with a problem, and what is on a cloud without a row here. */
export function ServicesPanel({ view: { serviceCounts, serviceProblems, orphans } }: { readonly view: OperatorView }) {
  const { services, unwell, withoutBackups } = serviceCounts;
  return (
    <>
      <Panel title="Services" count={services}>
        {serviceProblems.length === 0 ? (
          <EmptyState plain title="No service has a problem" text="Engines and backups are watched all the time." />
        ) : (
          <>
            <DataTable label="Services with a problem" columns={problemColumns} rows={serviceProblems} rowKey={({ name }) => name} />
            <Note px="md" py="sm">
              {countText(unwell)} of {plural(services, 'service')} with a problem, {countText(withoutBackups)} without sound backups.
            </Note>
          </>
        )}
      </Panel>
      {orphans.length === 0 ? null : (
        <Panel title="Orphans" count={serviceCounts.orphans} tone="warning">
          <DataTable label="Orphans" columns={orphanColumns} rows={orphans} rowKey={({ cloud, serviceId }) => `${cloud} ${serviceId}`} />
          <Note px="md" py="sm">
            They carry the mark of this installation on a cloud and may cost money, but no service here knows them. Remove them on the
            cloud.
          </Note>
        </Panel>
      )}
    </>
  );
}
