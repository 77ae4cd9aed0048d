import { Box, Button, Group } from '@mantine/core';
import { type CertificateId, dateTimeText } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { CopyText } from '../../../ui/copy/copy-text.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { SelectBox } from '../../../ui/data-table/select-box.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { PageSizes } from '../../../ui/pager/pager.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { cursorPages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { HistoryEntry } from '../types.ts';
import {
  actionWords,
  type EntryPair,
  type HistoryPage,
  historyInput,
  historySearch,
  historySizes,
  parseHistoryPage,
  shortFingerprint,
} from './history-view.ts';

const CompareDialog = lazyDialog(() => import('./compare-dialog.tsx'));

/** The page in the address, and a function that turns it. */
function useHistoryPage(): [HistoryPage, (page: HistoryPage, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const page = useMemo(() => parseHistoryPage(params), [params]);
  return [page, (next, replace = false) => setParams(historySearch(next), { replace, preventScrollReset: true })];
}

interface HistoryPanelProps {
  readonly id: CertificateId;
  /** Its entries have certificates. */
  readonly comparable: boolean;
}

export function HistoryPanel({ id, comparable }: HistoryPanelProps) {
  const trpc = useTRPC();
  const [page, turnTo] = useHistoryPage();
  const choice = useCompareChoice();
  const answer = useQuery(trpc.certificates.history.queryOptions(historyInput(id, page), { placeholderData: keepPreviousData }));
  const list = answer.data;
  // A cursor of another history, or a changed one: show the first page.
  const isLost = page.cursor !== null && problemOf(answer.error)?.code === 'invalid_input';
  useEffect(() => {
    if (isLost) turnTo({ ...page, cursor: null }, true);
  });
  return (
    <Panel
      title="History"
      count={list?.total}
      aside={list === undefined || list.total < 2 || !comparable ? null : <CompareTools choice={choice} />}
    >
      <QueryPanel
        query={answer}
        failed="History did not load"
        unaffected="The certificate itself is not affected."
        isEmpty={({ history }) => history.length === 0}
        empty={<Note p="md">Nothing recorded yet. The first successful check appears here.</Note>}
      >
        {(shown) => (
          <DataTable
            label="History"
            columns={columnsOf(choice.choosing ? choice : null)}
            rows={shown.history}
            rowKey={(entry) => entry.id}
            stale={answer.isPlaceholderData}
            foot={
              <TableFoot
                sizes={<PageSizes sizes={historySizes} value={page.rows} onChange={(rows) => turnTo({ rows, cursor: null })} />}
                pages={cursorPages(shown, shown.history.length, (cursor) => turnTo({ ...page, cursor }))}
              />
            }
          />
        )}
      </QueryPanel>
      {choice.opened === null ? null : <CompareDialog id={id} pair={choice.opened} onClose={choice.stop} />}
    </Panel>
  );
}

/** Off by default: checkboxes in every row suggest that every row has actions. */
function CompareTools({ choice }: { readonly choice: CompareChoice }) {
  const { choosing, count, start, stop } = choice;
  if (!choosing) {
    return (
      <Button variant="subtle" color="gray" size="sm" onClick={start}>
        Compare
      </Button>
    );
  }
  return (
    <>
      <span role="status">{count === 0 ? 'Choose two entries' : 'Choose one more'}</span>
      <Button variant="default" size="sm" onClick={stop}>
        Cancel
      </Button>
    </>
  );
}

/** `choice` while two entries are chosen for a comparison; null otherwise. */
const columnsOf = (choice: CompareChoice | null): readonly Column<HistoryEntry>[] => [
  {
    id: 'action',
    header: 'Action',
    cell: ({ row }) => <Action entry={row.original} choice={choice} />,
    meta: { width: 118, card: 'start' },
  },
  {
    id: 'date',
    header: 'Date',
    cell: ({ row }) => <AbsoluteTime value={row.original.recordedAt} form="datetime" />,
    meta: { width: 176, look: 'small', card: 'end' },
  },
  {
    id: 'issuer',
    header: 'Issuer',
    cell: ({ row: { original } }) => <span title={original.issuer}>{original.issuer}</span>,
    meta: { card: 'wide' },
  },
  {
    id: 'expires',
    header: 'Expiration',
    cell: ({ row }) => <AbsoluteTime value={row.original.notAfter} />,
    meta: { width: 104, look: 'small' },
  },
  {
    id: 'fingerprint',
    header: 'Fingerprint',
    cell: ({ row: { original } }) =>
      original.fingerprint256 === '' ? (
        '\u2013'
      ) : (
        <CopyText value={original.fingerprint256} label="Copy fingerprint" shown={shortFingerprint(original.fingerprint256, 16)} />
      ),
    meta: { width: 196, card: 'wide' },
  },
];

function Action({ entry, choice }: { readonly entry: HistoryEntry; readonly choice: CompareChoice | null }) {
  const { action, recordedAt } = entry;
  const { label, icon } = actionWords[action];
  return (
    <Group gap="xs" wrap="nowrap" c={action === 'checked' ? 'dimmed' : 'var(--na-text)'}>
      {choice === null ? (
        <Icon name={icon} small />
      ) : (
        <Box my={-8}>
          <SelectBox
            label={`Compare ${label} ${dateTimeText(recordedAt)}`}
            share={choice.isChosen(entry) ? 'all' : 'none'}
            onChange={() => choice.toggle(entry)}
          />
        </Box>
      )}
      {label}
    </Group>
  );
}

const byTime = (one: HistoryEntry, other: HistoryEntry): EntryPair => (one.recordedAt <= other.recordedAt ? [one, other] : [other, one]);

/** The choice of two entries, on one or two pages of the history. The second opens the comparison. */
function useCompareChoice() {
  const [chosen, setChosen] = useState<readonly HistoryEntry[] | null>(null);
  const entries = chosen ?? [];
  const [first, second] = entries;
  const isChosen = ({ id }: HistoryEntry): boolean => entries.some((entry) => entry.id === id);
  return {
    choosing: chosen !== null,
    count: entries.length,
    isChosen,
    opened: first === undefined || second === undefined ? null : byTime(first, second),
    start: () => setChosen([]),
    stop: () => setChosen(null),
    toggle: (entry: HistoryEntry) => setChosen(isChosen(entry) ? entries.filter(({ id }) => id !== entry.id) : [...entries, entry]),
  };
}

type CompareChoice = ReturnType<typeof useCompareChoice>;
