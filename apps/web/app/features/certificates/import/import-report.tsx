import { Checkbox } from '@mantine/core';
import { countText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import { RunProgress } from '../list/run-report.tsx';
import type { ImportRun } from '../types.ts';
import css from './import-report.module.css';
import { countsText, endText, needsAttention, resultWords } from './import-texts.ts';

interface ImportReportProps {
  readonly run: ImportRun;
  readonly cancel: { readonly start: () => void; readonly busy: boolean };
}

/** What became of each line, and why where it was not added. */
export function ImportReport({ run, cancel }: ImportReportProps) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const { status, total, done, lines, nextAfter } = run;
  const problems = lines.filter(({ result }) => needsAttention(result));
  const shown = onlyProblems ? problems : lines;
  return (
    <Panel
      title="Import report"
      {...(problems.length === 0
        ? {}
        : {
            aside: (
              <Checkbox
                label={`Only what needs attention (${countText(problems.length)})`}
                checked={onlyProblems}
                onChange={(event) => setOnlyProblems(event.currentTarget.checked)}
              />
            ),
          })}
    >
      {status === 'running' ? (
        <RunProgress done={done} total={total} label="Importing certificates" verb="Imported" cancel={cancel} />
      ) : null}
      <p className={css.summary} role="status">
        {endText(run)}
        {countsText(run)}. {run.counts.limit > 0 ? <UpgradeLink look="text" /> : null}
      </p>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Domain</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <LineRow key={line.line} line={line} />
          ))}
        </tbody>
      </table>
      {nextAfter === null ? null : (
        <p className={css.rest}>The first {countText(lines.length)} lines are shown; the figures count all of them.</p>
      )}
    </Panel>
  );
}

function LineRow({ line: { line, domain, result, message, certificateId } }: { readonly line: ImportRun['lines'][number] }) {
  const { label, tone } = resultWords[result];
  return (
    <tr>
      <td>{line}</td>
      <td className={css.domain}>{certificateId === null ? domain : <Link to={`/certificates/${certificateId}`}>{domain}</Link>}</td>
      <td>
        <Badge tone={tone}>{label}</Badge>
        {message === null ? null : <span className={css.message}>{message}</span>}
      </td>
    </tr>
  );
}
