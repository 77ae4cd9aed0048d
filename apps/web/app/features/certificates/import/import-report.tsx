import { Checkbox, Text } from '@mantine/core';
import { countText, isCancelled } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { Badge } from '../../../ui/badge/badge.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { MarkTone } from '../../../ui/status/status-mark.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import { RunProgress } from '../list/run-report.tsx';
import type { ImportRun } from '../types.ts';

type Line = ImportRun['lines'][number];

const columns: readonly Column<Line>[] = [
  { id: 'line', header: 'Line', cell: ({ row }) => row.original.line, meta: { width: 60, look: 'small' } },
  { id: 'domain', header: 'Domain', cell: ({ row }) => <Domain line={row.original} />, meta: { wrap: true } },
  { id: 'result', header: 'Result', cell: ({ row }) => <Result line={row.original} />, meta: { width: '48%', wrap: true } },
];

interface ImportReportProps {
  readonly run: ImportRun;
  readonly cancel: { readonly start: () => void; readonly busy: boolean };
}

/** The result of each line, and the reason if it was not added. */
export default function ImportReport({ run, cancel }: ImportReportProps) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const { status, total, done, lines, nextAfter } = run;
  const problems = lines.filter(({ result }) => needsAttention(result));
  const filter = (
    <Checkbox
      label={`Problems only (${countText(problems.length)})`}
      checked={onlyProblems}
      onChange={(event) => setOnlyProblems(event.currentTarget.checked)}
    />
  );
  return (
    <Panel title="Import report" aside={problems.length === 0 ? null : filter}>
      {status === 'running' ? (
        <RunProgress done={done} total={total} label="Importing certificates" verb="Imported" cancel={cancel} />
      ) : null}
      <Text px="md" py="sm" c="var(--na-text)" role="status">
        {endText(run)}
        {countsText(run)}. {run.counts.limit > 0 ? <UpgradeLink look="text" /> : null}
      </Text>
      <DataTable
        label="Import report"
        columns={columns}
        rows={onlyProblems ? problems : lines}
        rowKey={({ line }) => String(line)}
        cardsBelow="never"
        foot={
          nextAfter === null ? null : (
            <TableFoot pages={null}>Showing the first {countText(lines.length)} lines. The counts include all lines.</TableFoot>
          )
        }
      />
    </Panel>
  );
}

const Domain = ({ line: { domain, certificateId } }: { readonly line: Line }) =>
  certificateId === null ? domain : <Link to={`/certificates/${certificateId}`}>{domain}</Link>;

function Result({ line: { result, message } }: { readonly line: Line }) {
  const { label, tone } = resultWords[result];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {message === null ? null : <Text size="sm">{message}</Text>}
    </>
  );
}

type Result = ImportRun['lines'][number]['result'];

/** The result of a line. An unreachable endpoint is monitored anyway. */
const resultWords = {
  waiting: { label: 'Waiting', tone: 'pending' },
  added: { label: 'Added', tone: 'valid' },
  unreachable: { label: 'Added, unreachable', tone: 'unreachable' },
  duplicate: { label: 'Already monitored', tone: 'info' },
  invalid: { label: 'Not added', tone: 'failed' },
  limit: { label: 'Above the limit', tone: 'critical' },
  skipped: { label: 'Skipped', tone: 'pending' },
} as const satisfies Record<Result, { readonly label: string; readonly tone: MarkTone }>;

/** True if the person has to act. */
const needsAttention = (result: Result): boolean =>
  result === 'invalid' || result === 'limit' || result === 'unreachable' || result === 'skipped';

/** `12 added, 3 of them unreachable, 1 already monitored, 2 not added`; zeros are left out. */
function countsText({ counts }: Pick<ImportRun, 'counts'>): string {
  const { added, unreachable, duplicate, invalid, limit, skipped } = counts;
  const parts = [
    `${countText(added + unreachable)} added`,
    unreachable === 0 ? null : `${countText(unreachable)} of them unreachable`,
    duplicate === 0 ? null : `${countText(duplicate)} already monitored`,
    invalid === 0 ? null : `${countText(invalid)} not added`,
    limit === 0 ? null : `${countText(limit)} above the plan\u2019s limit`,
    skipped === 0 ? null : `${countText(skipped)} skipped`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** The reason why an import ended early; empty if it did not. */
function endText({ status, error }: Pick<ImportRun, 'status' | 'error'>): string {
  if (status !== 'failed') return '';
  return isCancelled({ status, error }) ? 'The import was cancelled. ' : `${error ?? 'The import stopped early.'} `;
}
