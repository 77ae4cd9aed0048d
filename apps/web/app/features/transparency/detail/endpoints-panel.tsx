import { Badge } from '../../../ui/badge/badge.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { RowLink } from '../../../ui/data-table/table-row.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import type { IssuanceDetail } from '../types.ts';

type Endpoint = IssuanceDetail['endpoints'][number];

const columns: readonly Column<Endpoint>[] = [
  {
    id: 'domain',
    header: 'Endpoint',
    cell: ({ row: { original } }) => <RowLink to={`/certificates/${original.id}`}>{original.domain}</RowLink>,
    meta: { look: 'name', rowHeader: true, card: 'start' },
  },
  {
    id: 'serves',
    header: 'Serves it',
    cell: ({ row: { original } }) => <Badge tone={original.serves ? 'valid' : 'pending'}>{original.serves ? 'Yes' : 'No'}</Badge>,
    meta: { width: 116, card: 'end' },
  },
];

/** Monitored endpoints with one of the names, and whether they serve the certificate. */
export function EndpointsPanel({ issuance: { endpoints } }: { readonly issuance: IssuanceDetail }) {
  return (
    <Panel title="Monitored endpoints" count={endpoints.length}>
      <DataTable
        label="Monitored endpoints"
        columns={columns}
        rows={endpoints}
        rowKey={({ id }) => id}
        empty={<EmptyState plain title="No endpoint" text="You do not monitor an endpoint with one of these names." />}
      />
    </Panel>
  );
}
