import { SelectBox } from '../../ui/data-table/select-box.tsx';
import { HorizonAxis } from '../../ui/lifeline/horizon.tsx';
import { useNow } from '../../ui/time/now.tsx';
import { ResultRow, type RowChoice } from './result-row.tsx';
import css from './results-table.module.css';
import type { RunResult } from './types.ts';

interface ResultsTableProps {
  readonly results: readonly RunResult[];
  readonly running: boolean;
  /** The rows shown are those of the page before. */
  readonly stale: boolean;
  readonly choice: RowChoice | null;
  readonly share: 'none' | 'some' | 'all';
  readonly onTogglePage: () => void;
}

/** What was found, soonest expiry first, on the one axis of every certificate table. */
export function ResultsTable({ results, running, stale, choice, share, onTogglePage }: ResultsTableProps) {
  const now = useNow();
  return (
    <table className={css.table} aria-busy={stale} data-stale={stale} data-choice={choice !== null}>
      <caption className={css.caption}>Results</caption>
      <thead>
        <tr>
          {choice === null ? null : (
            <th data-col="select">
              <SelectBox label="Select this page" share={share} onChange={onTogglePage} />
            </th>
          )}
          <th scope="col" data-col="domain">
            Domain
          </th>
          <th scope="col" data-col="days">
            Expires
          </th>
          <td data-col="horizon">
            <HorizonAxis />
          </td>
          <td data-col="date" />
          <th scope="col" data-col="status">
            Status
          </th>
          <th scope="col" data-col="source">
            Source
          </th>
          <td data-col="actions" />
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <ResultRow key={result.domain} result={result} now={now} running={running} columns={choice === null ? 7 : 8} choice={choice} />
        ))}
      </tbody>
    </table>
  );
}
