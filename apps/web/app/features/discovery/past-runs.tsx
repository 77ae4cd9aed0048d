import { Anchor, Button } from '@mantine/core';
import { countText, isCancelled } from '@notafter/domain';
import { Link } from '@remix-run/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Badge } from '../../ui/badge/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Note } from '../../ui/note/note.tsx';
import { TableFoot } from '../../ui/pager/table-foot.tsx';
import { usePages } from '../../ui/pager/use-pages.ts';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { outcomeWord } from './discovery-texts.ts';
import { type RunAddress, runHref } from './run-address.ts';
import type { PastRun, PastRuns as Runs } from './types.ts';

interface PastRunsProps {
  readonly runs: UseQueryResult<Runs, unknown>;
  readonly shown: RunAddress['run'];
  /** Null if the role may not start a run, and during a run. */
  readonly onRerun: ((domain: string) => void) | null;
}

/** The organization's runs of the last 30 days, newest first. */
export function PastRuns({ runs, shown, onRerun }: PastRunsProps) {
  const all = runs.data?.discoveries;
  const { shown: rows, text, onPrevious, onNext, needed } = usePages(all ?? []);
  const columns = useMemo(() => columnsFor(shown, onRerun), [shown, onRerun]);
  if (all?.length === 0) return null;
  return (
    <Panel title="Past runs" count={all?.length} aside={all === undefined ? null : 'Kept for 30 days'}>
      <QueryPanel query={runs} failed="Past runs did not load" unaffected="A run continues without this page.">
        {() => (
          <DataTable
            label="Past runs"
            columns={columns}
            rows={rows}
            rowKey={({ jobId }) => jobId}
            rowLook={({ jobId }) => ({ current: jobId === shown })}
            cardsBelow={920}
            foot={<TableFoot pages={{ text, onPrevious, onNext, needed }} />}
          />
        )}
      </QueryPanel>
    </Panel>
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
        aria-current={run.jobId === shown || undefined}
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
