import { countText, isCancelled } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { Badge, Count } from '../../ui/badge/badge.tsx';
import { Pager } from '../../ui/pager/pager.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../ui/states/states.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { outcomeWord, pageText } from './discovery-texts.ts';
import css from './past-runs.module.css';
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
  /** Null for those who start nothing, and while a run is under way. */
  readonly onRerun: ((domain: string) => void) | null;
}

const ROWS = 10;

/** The organization's runs of the last 30 days, newest first. */
export function PastRuns({ runs, shown, onRerun }: PastRunsProps) {
  const [page, setPage] = useState(0);
  const all = runs.data?.discoveries;
  if (all === undefined) {
    return (
      <Panel title="Past runs">
        {runs.isError ? (
          <ErrorState
            title="Past runs did not load"
            text={`${problemOfCall(runs.error).message} A run goes on without this page.`}
            onRetry={() => void runs.refetch()}
            retrying={runs.isFetching}
          />
        ) : (
          <div className={css.bones}>
            <Bone width={52} />
            <Bone width={60} />
            <Bone width={46} />
          </div>
        )}
      </Panel>
    );
  }
  if (all.length === 0) return null;
  const offset = Math.min(page, Math.floor((all.length - 1) / ROWS)) * ROWS;
  const rows = all.slice(offset, offset + ROWS);
  return (
    <Panel title="Past runs" count={<Count>{countText(all.length)}</Count>} aside="Kept for 30 days">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col" data-col="domain">
              Domain
            </th>
            <th scope="col" data-col="started">
              Started
            </th>
            <th scope="col" data-col="outcome">
              Outcome
            </th>
            <th scope="col" data-col="found">
              Found
            </th>
            <td data-col="actions" />
          </tr>
        </thead>
        <tbody>
          {rows.map((run) => (
            <RunRow key={run.jobId} run={run} isShown={run.jobId === shown} onRerun={onRerun} />
          ))}
        </tbody>
      </table>
      {all.length <= ROWS ? null : (
        <footer className={css.foot}>
          <Pager
            text={pageText({ offset, total: all.length }, rows.length)}
            onPrevious={offset === 0 ? null : () => setPage(offset / ROWS - 1)}
            onNext={offset + ROWS >= all.length ? null : () => setPage(offset / ROWS + 1)}
          />
        </footer>
      )}
    </Panel>
  );
}

interface RunRowProps {
  readonly run: PastRun;
  readonly isShown: boolean;
  readonly onRerun: PastRunsProps['onRerun'];
}

function RunRow({ run, isShown, onRerun }: RunRowProps) {
  const { jobId, domain, status, error, startedAt, found } = run;
  const { label, tone } = outcomeWord(run);
  return (
    <tr data-shown={isShown}>
      <td data-col="domain">
        <Link
          to={runHref({ run: jobId, list: 'all', search: '', page: 1 })}
          title={domain}
          {...(isShown ? { 'aria-current': 'true' as const } : {})}
        >
          {domain}
        </Link>
      </td>
      <td data-col="started">
        <AbsoluteTime value={startedAt} form="datetime" />
      </td>
      <td data-col="outcome">
        <Badge tone={tone}>{label}</Badge>
        {error === null || isCancelled(run) ? null : <span className={css.error}>{error}</span>}
      </td>
      <td data-col="found">{countText(found)}</td>
      <td data-col="actions">
        {status === 'running' || onRerun === null ? null : (
          <button type="button" className={css.rerun} onClick={() => onRerun(domain)} aria-label={`Run again ${domain}`}>
            Run again
          </button>
        )}
      </td>
    </tr>
  );
}
