import { countText, plural } from '@notafter/domain';
import { Badge } from '../../../ui/badge/badge.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { Bundle, CollectorDetail } from '../types.ts';

const columns: readonly Column<Bundle>[] = [
  {
    id: 'number',
    header: 'Number',
    cell: ({ row: { original } }) => countText(original.sequence),
    meta: { width: 88, look: 'name', rowHeader: true, card: 'start', line: 1 },
  },
  { id: 'state', header: 'State', cell: ({ row }) => <BundleState of={row.original} />, meta: { wrap: true, card: 'end', line: 1 } },
  {
    id: 'written',
    header: 'Written',
    cell: ({ row: { original } }) => <AbsoluteTime value={original.createdAt} form="datetime" />,
    meta: { width: 168, look: 'small' },
  },
  {
    id: 'received',
    header: 'Received',
    cell: ({ row: { original } }) => <AbsoluteTime value={original.receivedAt} form="datetime" />,
    meta: { width: 168, look: 'small' },
  },
  { id: 'via', header: 'Via', cell: ({ row: { original } }) => (original.via === 'online' ? 'Online' : 'File'), meta: { width: 80 } },
  {
    id: 'findings',
    header: 'Findings',
    cell: ({ row: { original } }) => `${plural(original.endpoints, 'endpoint')}, ${plural(original.files, 'file')}`,
    meta: { width: 190 },
  },
];

interface BundlesPanelProps {
  readonly sequence: number;
  readonly bundles: CollectorDetail['bundles'];
}

/** The latest bundles of a collector, newest first. */
export function BundlesPanel({ sequence, bundles }: BundlesPanelProps) {
  const pages = usePages(bundles);
  return (
    <Panel title="Bundles" count={sequence}>
      <DataTable
        label="Bundles"
        columns={columns}
        rows={pages.shown}
        rowKey={(bundle) => String(bundle.sequence)}
        cardsBelow={860}
        empty={<EmptyState plain title="No bundles yet" text="The program writes its first one when it enrolls." />}
        foot={
          <TableFoot pages={pages}>
            {sequence > bundles.length ? `The latest ${countText(bundles.length)} are listed.` : undefined}
          </TableFoot>
        }
      />
    </Panel>
  );
}

function BundleState({ of: { recordedAt, problem, missingBefore } }: { readonly of: Bundle }) {
  return (
    <>
      {recordedAt === null ? <Badge tone="pending">Waiting</Badge> : problem === null ? <Badge tone="valid">Recorded</Badge> : null}
      {problem === null ? null : <StatusLine tone="expired">{problem}</StatusLine>}
      {missingBefore === 0 ? null : <StatusLine tone="warning">{plural(missingBefore, 'bundle')} missing before it</StatusLine>}
    </>
  );
}
