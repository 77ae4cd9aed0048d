import { Button } from '@mantine/core';
import type { CertificateId } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { PageSizes } from '../../../ui/pager/pager.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { pageText } from '../list/page-text.ts';
import { HistoryTable } from './history-table.tsx';
import { type HistoryPage, historyInput, historySearch, historySizes, parseHistoryPage } from './history-view.ts';
import { type CompareChoice, useCompareChoice } from './use-compare-choice.ts';

const CompareDialog = lazyDialog(() => import('./compare-dialog.tsx'));

/** The page in the address, and a function that turns it. */
function useHistoryPage(): [HistoryPage, (page: HistoryPage, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const page = useMemo(() => parseHistoryPage(params), [params]);
  return [page, (next, replace = false) => setParams(historySearch(next), { replace, preventScrollReset: true })];
}

export function HistoryPanel({ id }: { readonly id: CertificateId }) {
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
    <Panel title="History" count={list?.total} aside={list === undefined || list.total < 2 ? null : <CompareTools choice={choice} />}>
      <QueryPanel
        query={answer}
        failed="History did not load"
        unaffected="The certificate itself is not affected."
        isEmpty={({ history }) => history.length === 0}
        empty={<NoEntries />}
      >
        {(shown) => (
          <HistoryTable
            entries={shown.history}
            stale={answer.isPlaceholderData}
            choice={choice.choosing ? choice : null}
            foot={
              <TableFoot
                sizes={<PageSizes sizes={historySizes} value={page.rows} onChange={(rows) => turnTo({ rows, cursor: null })} />}
                pages={{
                  text: pageText({ ...shown, totalCapped: false, shown: shown.history.length }),
                  onPrevious: shown.previousCursor === null ? null : () => turnTo({ ...page, cursor: shown.previousCursor }),
                  onNext: shown.nextCursor === null ? null : () => turnTo({ ...page, cursor: shown.nextCursor }),
                }}
              />
            }
          />
        )}
      </QueryPanel>
      {choice.opened === null ? null : <CompareDialog id={id} pair={choice.opened} onClose={choice.stop} />}
    </Panel>
  );
}

const NoEntries = () => <Note p="md">Nothing recorded yet. The first successful check appears here.</Note>;

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
