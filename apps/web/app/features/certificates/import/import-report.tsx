import { Checkbox, Text } from '@mantine/core';
import { countText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { Badge } from '../../../ui/badge/badge.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import { RunProgress } from '../list/run-report.tsx';
import type { ImportRun } from '../types.ts';
import { countsText, endText, needsAttention, resultWords } from './import-texts.ts';

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
export function ImportReport({ run, cancel }: ImportReportProps) {
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
