import { Anchor, Button } from '@mantine/core';
import { countText, isCancelled } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useMemo, useState } from 'react';
import { Badge } from '../../ui/badge/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Note } from '../../ui/note/note.tsx';
import { TableFoot } from '../../ui/pager/table-foot.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { outcomeWord, pageText } from './discovery-texts.ts';
import { type RunAddress, runHref } from './run-address.ts';
import type { PastRun, PastRuns as Runs } from './types.ts';

interface PastRunsProps {
  readonly runs: {
    readonly data: Runs | undefined;
    readonly error: unknown;
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly shown: RunAddress['run'];
  /** Null if the role may not start a run, and during a run. */
  readonly onRerun: ((domain: string) => void) | null;
}

const ROWS = 10;

/** The organization's runs of the last 30 days, newest first. */
export function PastRuns({ runs, shown, onRerun }: PastRunsProps) {
  const all = runs.data?.discoveries;
  if (all?.length === 0) return null;
  return (
    <Panel title="Past runs" count={all?.length} aside={all === undefined ? null : 'Kept for 30 days'}>
      <QueryPanel query={{ ...runs, data: all }} failed="Past runs did not load" unaffected="A run continues without this page.">
        {(loaded) => <RunsTable runs={loaded} shown={shown} onRerun={onRerun} />}
      </QueryPanel>
    </Panel>
  );
}

interface RunsTableProps extends Pick<PastRunsProps, 'shown' | 'onRerun'> {
  readonly runs: readonly PastRun[];
}

function RunsTable({ runs, shown, onRerun }: RunsTableProps) {
  const [page, setPage] = useState(0);
  const offset = Math.min(page, Math.floor((runs.length - 1) / ROWS)) * ROWS;
  const rows = runs.slice(offset, offset + ROWS);
  const columns = useMemo(() => columnsFor(shown, onRerun), [shown, onRerun]);
  return (
    <DataTable
      label="Past runs"
      columns={columns}
      rows={rows}
      rowKey={({ jobId }) => jobId}
      rowLook={({ jobId }) => ({ current: jobId === shown })}
      cardsBelow={920}
      foot={
        <TableFoot
          pages={{
            text: pageText({ offset, total: runs.length }, rows.length),
            onPrevious: offset === 0 ? null : () => setPage(offset / ROWS - 1),
            onNext: offset + ROWS >= runs.length ? null : () => setPage(offset / ROWS + 1),
            needed: runs.length > ROWS,
          }}
        />
      }
    />
  );
}

const columnsFor = (shown: RunAddress['run'], onRerun: PastRunsProps['onRerun']): readonly Column<PastRun>[] => [
  {
    id: 'domain',
    header: 'Domain',
    cell: ({ row: { original: run } }) => (
      <Anchor
        component={Link}
        inherit
        to={runHref({ run: run.jobId, list: 'all', search: '', page: 1 })}
        title={run.domain}
        {...(run.jobId === shown ? { 'aria-current': 'true' as const } : {})}
      >
        {run.domain}
      </Anchor>
    ),
    meta: { look: 'name', card: 'wide', line: 1 },
  },
  {
    id: 'started',
    header: 'Started',
    cell: ({ row }) => <AbsoluteTime value={row.original.startedAt} form="datetime" />,
    meta: { width: 180, look: 'small', card: 'start' },
  },
  {
    id: 'outcome',
    header: 'Outcome',
    cell: ({ row }) => <Outcome run={row.original} />,
    meta: { width: '34%', wrap: true, card: 'wide', line: 2 },
  },
  {
    id: 'found',
    header: 'Found',
    cell: ({ row }) => countText(row.original.found),
    meta: { width: 72, align: 'end', card: 'corner' },
  },
  {
    id: 'actions',
    header: '',
    cell: ({ row }) => <Rerun run={row.original} onRerun={onRerun} />,
    meta: { width: 130, align: 'end', card: 'end' },
  },
];

function Outcome({ run }: { readonly run: PastRun }) {
  const { label, tone } = outcomeWord(run);
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {run.error === null || isCancelled(run) ? null : (
        <Note span ml="xs">
          {run.error}
        </Note>
      )}
    </>
  );
}

function Rerun({ run: { status, domain }, onRerun }: { readonly run: PastRun; readonly onRerun: PastRunsProps['onRerun'] }) {
  if (status === 'running' || onRerun === null) return null;
  return (
    <Button size="sm" variant="default" onClick={() => onRerun(domain)} aria-label={`Run again ${domain}`}>
      Run again
    </Button>
  );
}
