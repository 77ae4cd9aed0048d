import { Button, Group, Text } from '@mantine/core';
import { countText, type DiscoveryList, isCancelled, RESULT_SEARCH_MAX_LENGTH } from '@notafter/domain';
import { useMemo } from 'react';
import { useMay } from '../../shell/session.ts';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { LinkTabs } from '../../ui/link-tabs/link-tabs.tsx';
import { Note } from '../../ui/note/note.tsx';
import { TableFoot } from '../../ui/pager/table-foot.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { Toolbar } from '../../ui/toolbar/toolbar.tsx';
import { AddReport } from './add-report.tsx';
import { notLookedAtText, pageText, texts } from './discovery-texts.ts';
import { ResultsTable, type RowChoice } from './results-table.tsx';
import { RESULTS_PER_PAGE, runHref, useRunAddress, withChange } from './run-address.ts';
import type { RunView } from './types.ts';
import type { Adding } from './use-adding.ts';
import { SELECTED_MAX, useSelection } from './use-selection.ts';

interface ResultsPanelProps {
  readonly run: RunView;
  /** The rows are those of the previous page. */
  readonly stale: boolean;
  readonly adding: Adding;
}

const emptyLists = {
  all: texts.none,
  unmonitored: 'All results are monitored.',
  new: 'No result is new since the previous run.',
  gone: 'The previous run found nothing that is gone now.',
} as const satisfies Record<DiscoveryList, string>;

export function ResultsPanel({ run, stale, adding }: ResultsPanelProps) {
  const [address, change] = useRunAddress();
  const mayAdd = useMay('certificates/add-certificate');
  const selection = useSelection(run.jobId, run.results, ({ domain, certificateId }) => certificateId !== null || adding.added.has(domain));
  const { ticked, toggle } = selection;
  // Names that are gone cannot be added.
  const isOpen = mayAdd && address.list !== 'gone';
  const choice = useMemo<RowChoice | null>(
    () => (isOpen ? { adding, selected: ticked, onToggle: toggle } : null),
    [isOpen, adding, ticked, toggle],
  );
  const running = run.status === 'running';
  const addSelected = (): Promise<void> => adding.addMany([...ticked], selection.keepOnly);
  if (run.found === 0 && address.list === 'all' && !(run.comparison !== null && run.comparison.gone > 0)) {
    if (isCancelled(run)) return null;
    return (
      <Panel title={running ? 'Results so far' : 'Results'}>
        {running ? <Note p="md">Results appear here as the scan finds them.</Note> : <EmptyState title="Nothing found" text={texts.none} />}
      </Panel>
    );
  }
  return (
    <Panel title={running ? 'Results so far' : 'Results'} count={run.found}>
      <Toolbar
        end={
          isOpen ? (
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
          ) : undefined
        }
      >
        <Lists run={run} />
        {run.found > RESULTS_PER_PAGE || address.search !== '' ? (
          <SearchBox
            label="Search names"
            maxLength={RESULT_SEARCH_MAX_LENGTH}
            value={address.search}
            onSearch={(search) => change({ search }, { replace: true })}
          />
        ) : null}
      </Toolbar>
      <AddReport adding={adding} />
      {run.results.length === 0 ? (
        <Note p="md">{address.search === '' ? emptyLists[address.list] : `No name here contains “${address.search}”.`}</Note>
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
      <Foot run={run} />
    </Panel>
  );
}

/** All results, those that are not monitored, and the differences to the previous run. */
function Lists({ run: { found, monitored, comparison } }: { readonly run: RunView }) {
  const [address] = useRunAddress();
  const tab = (list: DiscoveryList, label: string, count: number) => ({
    to: runHref(withChange(address, { list })),
    label,
    count,
    active: address.list === list,
  });
  const compared = comparison === null ? [] : [tab('new', 'New', comparison.added), tab('gone', 'Gone', comparison.gone)];
  return (
    <LinkTabs
      label="Which results"
      tabs={[tab('all', 'All', found), tab('unmonitored', 'Not monitored', found - monitored), ...compared]}
    />
  );
}

interface SelectionToolsProps {
  readonly selected: number;
  readonly unmonitored: number;
  /** They match a search, and some may already be monitored. */
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
    <Group gap="xs" justify="flex-end">
      {selected === 0 ? null : (
        <Text span size="sm" role="status">
          {countText(selected)} selected
        </Text>
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
    </Group>
  );
}

const selectText = (count: number, isSearch: boolean): string => {
  if (count > SELECTED_MAX) return `Select the first ${countText(SELECTED_MAX)}`;
  return isSearch ? 'Select the search results' : `Select all ${countText(count)}`;
};

function Foot({ run }: { readonly run: RunView }) {
  const [, change] = useRunAddress();
  const page = Math.floor(run.offset / RESULTS_PER_PAGE) + 1;
  const turn = (to: number) => () => change({ page: to });
  return (
    <TableFoot
      pages={{
        text: pageText(run, run.results.length),
        onPrevious: page <= 1 ? null : turn(page - 1),
        onNext: run.offset + run.results.length >= run.total ? null : turn(page + 1),
      }}
    >
      {run.notLookedAt === 0 ? undefined : notLookedAtText(run.notLookedAt)}
    </TableFoot>
  );
}
