import { Button } from '@mantine/core';
import { type CertificateId, countText } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { Count } from '../../../ui/badge/badge.tsx';
import { Pager, PageSizes } from '../../../ui/pager/pager.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import { pageText } from '../list/page-text.ts';
import { CompareEntries } from './compare-entries.tsx';
import css from './history-panel.module.css';
import { HistoryTable } from './history-table.tsx';
import { type HistoryPage, historyInput, historySearch, historySizes, parseHistoryPage } from './history-view.ts';
import { type CompareChoice, useCompareChoice } from './use-compare-choice.ts';

/** The page, which stands in the address, and the way to turn it. */
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
  // A cursor of another history, or one that somebody changed: the first page is still good.
  const isLost = page.cursor !== null && problemOf(answer.error)?.code === 'invalid_input';
  useEffect(() => {
    if (isLost) turnTo({ ...page, cursor: null }, true);
  });
  return (
    <Panel
      title="History"
      {...(list === undefined ? {} : { count: <Count>{countText(list.total)}</Count> })}
      {...(list === undefined || list.total < 2 ? {} : { aside: <CompareTools choice={choice} /> })}
    >
      {list === undefined ? (
        answer.isError ? (
          <ErrorState
            title="History did not load"
            text="The certificate itself is not affected."
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        ) : (
          <div className={css.bones}>
            <Bone width={80} />
            <Bone width={74} />
          </div>
        )
      ) : list.history.length === 0 ? (
        <p className={css.empty}>Nothing recorded yet. The first successful check appears here.</p>
      ) : (
        <>
          <HistoryTable entries={list.history} stale={answer.isPlaceholderData} choice={choice.choosing ? choice : null} />
          <footer className={css.foot}>
            <PageSizes sizes={historySizes} value={page.rows} onChange={(rows) => turnTo({ rows, cursor: null })} />
            <Pager
              text={pageText({ ...list, totalCapped: false, shown: list.history.length })}
              onPrevious={list.previousCursor === null ? null : () => turnTo({ ...page, cursor: list.previousCursor })}
              onNext={list.nextCursor === null ? null : () => turnTo({ ...page, cursor: list.nextCursor })}
            />
          </footer>
        </>
      )}
      <CompareEntries id={id} pair={choice.opened} onClose={choice.stop} />
    </Panel>
  );
}

/** Off until asked for: boxes in every row would say that something can be done to them. */
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
    <span className={css.choosing}>
      <span role="status">{count === 0 ? 'Choose two entries' : 'Choose one more'}</span>
      <Button variant="default" size="sm" onClick={stop}>
        Cancel
      </Button>
    </span>
  );
}
