import { Button } from '@mantine/core';
import { countText, type DiscoveryList, isCancelled, RESULT_SEARCH_MAX_LENGTH } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useMemo } from 'react';
import { useMay } from '../../shell/session.ts';
import { Count } from '../../ui/badge/badge.tsx';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { AddReport } from './add-report.tsx';
import { notLookedAtText, pageText, texts } from './discovery-texts.ts';
import type { RowChoice } from './result-row.tsx';
import css from './results-panel.module.css';
import { ResultsTable } from './results-table.tsx';
import { type ChangeAddress, RESULTS_PER_PAGE, type RunAddress, runHref, withChange } from './run-address.ts';
import type { RunView } from './types.ts';
import type { Adding } from './use-adding.ts';
import { SELECTED_MAX, useSelection } from './use-selection.ts';

interface ResultsPanelProps {
  readonly run: RunView;
  readonly address: RunAddress;
  readonly onChange: ChangeAddress;
  /** The page shown is another than the one asked for. */
  readonly stale: boolean;
  readonly adding: Adding;
}

const emptyLists = {
  all: texts.none,
  unmonitored: 'Everything that was found is monitored.',
  new: 'Nothing was found that the run before did not find.',
  gone: 'Everything that the run before found is still there.',
} as const satisfies Record<DiscoveryList, string>;

export function ResultsPanel({ run, address, onChange, stale, adding }: ResultsPanelProps) {
  const mayAdd = useMay('certificates/add-certificate');
  const selection = useSelection(run.jobId, run.results, ({ domain, certificateId }) => certificateId !== null || adding.added.has(domain));
  const { ticked, toggle } = selection;
  // What is gone is there no more to be added.
  const isOpen = mayAdd && address.list !== 'gone';
  const choice = useMemo<RowChoice | null>(
    () => (isOpen ? { adding, selected: ticked, onToggle: toggle } : null),
    [isOpen, adding, ticked, toggle],
  );
  const running = run.status === 'running';
  const addSelected = async (): Promise<void> => selection.keepOnly(await adding.addMany([...ticked]));
  if (run.found === 0 && address.list === 'all' && !(run.comparison !== null && run.comparison.gone > 0)) {
    if (isCancelled(run)) return null;
    return (
      <Panel title={running ? 'Results so far' : 'Results'}>
        {running ? (
          <p className={css.awaited}>Names appear here as they are found.</p>
        ) : (
          <EmptyState title="Nothing found" text={texts.none} />
        )}
      </Panel>
    );
  }
  return (
    <Panel title={running ? 'Results so far' : 'Results'} count={<Count>{countText(run.found)}</Count>}>
      <div className={css.tools}>
        <Lists run={run} address={address} />
        {run.found > RESULTS_PER_PAGE || address.search !== '' ? (
          <div className={css.search}>
            <SearchBox
              label="Search names"
              maxLength={RESULT_SEARCH_MAX_LENGTH}
              value={address.search}
              onSearch={(search) => onChange({ search }, { replace: true })}
            />
          </div>
        ) : null}
        {isOpen ? (
          <SelectionTools
            selected={ticked.size}
            unmonitored={address.search === '' ? run.found - run.monitored : run.total}
            isSearch={address.search !== ''}
            busy={adding.run?.running === true}
            asking={selection.isAsking}
            onEverything={() => void selection.selectEverything(address.search)}
            onNone={() => selection.keepOnly([])}
            onAdd={() => void addSelected()}
          />
        ) : null}
      </div>
      <AddReport adding={adding} />
      {run.results.length === 0 ? (
        <p className={css.awaited}>{address.search === '' ? emptyLists[address.list] : `No name here contains “${address.search}”.`}</p>
      ) : (
        <ResultsTable
          results={run.results}
          running={running}
          stale={stale}
          choice={choice}
          share={selection.share}
          onTogglePage={selection.togglePage}
        />
      )}
      <Foot run={run} onChange={onChange} />
    </Panel>
  );
}

/** All, those that nobody watches, and what came and went since the run before. */
function Lists({ run, address }: { readonly run: RunView; readonly address: RunAddress }) {
  const { found, monitored, comparison } = run;
  const lists: { readonly list: DiscoveryList; readonly label: string; readonly count: number }[] = [
    { list: 'all', label: 'All', count: found },
    { list: 'unmonitored', label: 'Not monitored', count: found - monitored },
    ...(comparison === null
      ? []
      : [
          { list: 'new', label: 'New', count: comparison.added } as const,
          { list: 'gone', label: 'Gone', count: comparison.gone } as const,
        ]),
  ];
  return (
    <nav className={css.lists} aria-label="Which results">
      {lists.map(({ list, label, count }) => (
        <Link
          key={list}
          to={runHref(withChange(address, { list }))}
          preventScrollReset
          className={css.list}
          {...(address.list === list ? { 'aria-current': 'true' as const } : {})}
        >
          {label} <span className={css.count}>{countText(count)}</span>
        </Link>
      ))}
    </nav>
  );
}

interface SelectionToolsProps {
  readonly selected: number;
  readonly unmonitored: number;
  /** They are those of a search, some of which may be watched already. */
  readonly isSearch: boolean;
  readonly busy: boolean;
  readonly asking: boolean;
  readonly onEverything: () => void;
  readonly onNone: () => void;
  readonly onAdd: () => void;
}

function SelectionTools({ selected, unmonitored, isSearch, busy, asking, onEverything, onNone, onAdd }: SelectionToolsProps) {
  const everything = Math.min(unmonitored, SELECTED_MAX);
  return (
    <span className={css.selection}>
      {selected === 0 ? null : (
        <span className={css.selected} role="status">
          {countText(selected)} selected
        </span>
      )}
      {selected === 0 || busy ? null : (
        <Button size="sm" variant="subtle" color="gray" onClick={onNone}>
          Select none
        </Button>
      )}
      {everything === 0 || selected >= everything || busy ? null : (
        <Button size="sm" variant="subtle" color="gray" disabled={asking} onClick={onEverything}>
          {selectText(unmonitored, isSearch)}
        </Button>
      )}
      <Button size="sm" variant="default" disabled={selected === 0 || busy} onClick={onAdd}>
        {busy ? 'Adding...' : 'Add Selected'}
      </Button>
    </span>
  );
}

const selectText = (count: number, isSearch: boolean): string => {
  if (count > SELECTED_MAX) return `Select the first ${countText(SELECTED_MAX)}`;
  return isSearch ? 'Select what was searched for' : `Select all ${countText(count)}`;
};

/** Ten a page, by Previous and Next. */
function Foot({ run, onChange }: { readonly run: RunView; readonly onChange: ChangeAddress }) {
  const page = Math.floor(run.offset / RESULTS_PER_PAGE) + 1;
  const turn = (to: number) => () => onChange({ page: to });
  return (
    <footer className={css.foot}>
      <span role="status">{pageText(run, run.results.length)}</span>
      {run.notLookedAt === 0 ? null : <span className={css.notLooked}>{notLookedAtText(run.notLookedAt)}</span>}
      <span className={css.pager}>
        <Button size="sm" variant="default" disabled={page <= 1} onClick={turn(page - 1)}>
          Previous
        </Button>
        <Button size="sm" variant="default" disabled={run.offset + run.results.length >= run.total} onClick={turn(page + 1)}>
          Next
        </Button>
      </span>
    </footer>
  );
}
