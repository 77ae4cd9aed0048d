import { countText, plural } from '@notafter/domain';
import { useTRPC } from '../../api/trpc.ts';
import { useAction } from '../../ui/action/use-action.ts';
import { RowButton } from '../../ui/buttons/buttons.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import type { OperatorView } from './types.ts';

type Queue = OperatorView['queues'][number];

const columns: readonly Column<Queue>[] = [
  { id: 'job', header: 'Job', cell: ({ row }) => row.original.name, meta: { look: 'code', rowHeader: true, card: 'wide', line: 1 } },
  { id: 'ready', header: 'Waiting', cell: ({ row }) => countText(row.original.ready), meta: { width: 96, align: 'end' } },
  { id: 'active', header: 'Running', cell: ({ row }) => countText(row.original.active), meta: { width: 96, align: 'end' } },
];

/** The queues that have work; those without are counted below. */
export function QueuesPanel({ view: { queues, failedJobs } }: { readonly view: OperatorView }) {
  const { admin } = useTRPC();
  const { run, pending } = useAction(admin.retryFailedJobs.mutationOptions(), {
    done: ({ queued }) => `${plural(queued, 'job runs', 'jobs run')} again`,
    failed: 'Failed to run the jobs again',
    refresh: [admin.operatorView.queryFilter()],
  });
  const busy = queues.filter(({ ready, active }) => ready + active > 0);
  const idleText = `${plural(queues.length - busy.length, 'queue has', 'queues have')} nothing to do.`;
  return (
    <Panel
      title="Queues"
      aside={
        failedJobs === 0 ? null : (
          <RowButton label={`Run ${plural(failedJobs, 'Failed Job')} Again`} disabled={pending} onClick={() => void run()} />
        )
      }
    >
      {busy.length === 0 ? (
        <EmptyState plain title="No job waits" text={`${idleText} Counted every ten seconds.`} />
      ) : (
        <>
          <DataTable label="Queues" columns={columns} rows={busy} rowKey={({ name }) => name} cardsBelow="never" />
          <Note px="md" py="sm">
            {idleText} Counted every ten seconds.
          </Note>
        </>
      )}
    </Panel>
  );
}
