import type { CertificateId, HistoryAction } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { Pager, PageSizes } from '../../../ui/pager/pager.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import { Count } from '../../../ui/status/status-chip.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { pageText } from '../list/page-text.ts';
import type { HistoryList } from '../types.ts';
import css from './history-panel.module.css';
import { type HistoryPage, historyInput, historySearch, historySizes, parseHistoryPage, shortFingerprint } from './history-view.ts';

const actions = {
  added: { label: 'Added', icon: 'plus' },
  renewed: { label: 'Renewed', icon: 'refresh' },
  checked: { label: 'Checked', icon: 'activity' },
} as const satisfies Record<HistoryAction, { label: string; icon: IconName }>;

/** The page, which stands in the address, and the way to turn it. */
function useHistoryPage(): [HistoryPage, (page: HistoryPage, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const page = useMemo(() => parseHistoryPage(params), [params]);
  return [page, (next, replace = false) => setParams(historySearch(next), { replace, preventScrollReset: true })];
}

export function HistoryPanel({ id }: { readonly id: CertificateId }) {
  const trpc = useTRPC();
  const [page, turnTo] = useHistoryPage();
  const answer = useQuery(trpc.certificates.history.queryOptions(historyInput(id, page), { placeholderData: keepPreviousData }));
  const list = answer.data;
  // A cursor of another history, or one that somebody changed: the first page is still good.
  const isLost = page.cursor !== null && problemOf(answer.error)?.code === 'invalid_input';
  useEffect(() => {
    if (isLost) turnTo({ ...page, cursor: null }, true);
  });
  return (
    <Panel title="History" {...(list === undefined ? {} : { count: <Count>{list.total.toLocaleString('en')}</Count> })}>
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
          <HistoryTable entries={list.history} stale={answer.isPlaceholderData} />
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
    </Panel>
  );
}

function HistoryTable({ entries, stale }: { readonly entries: HistoryList['history']; readonly stale: boolean }) {
  return (
    <table className={css.table} aria-busy={stale}>
      <thead>
        <tr>
          <th scope="col">Action</th>
          <th scope="col">Date</th>
          <th scope="col">Issuer</th>
          <th scope="col">Expiration</th>
          <th scope="col">Fingerprint</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, action, recordedAt, issuer, notAfter, fingerprint256 }) => (
          <tr key={id}>
            <td>
              <span className={css.action} data-action={action}>
                <Icon name={actions[action].icon} small />
                {actions[action].label}
              </span>
            </td>
            <td className={css.date}>
              <AbsoluteTime value={recordedAt} form="datetime" />
            </td>
            <td className={css.issuer} title={issuer}>
              {issuer}
            </td>
            <td className={css.expires}>
              <span className={css.cardLabel}>Expiration </span>
              <AbsoluteTime value={notAfter} />
            </td>
            <td className={css.fingerprint}>
              <span className={css.code} title={fingerprint256}>
                {shortFingerprint(fingerprint256, 16)}
                <span className={css.longer}>{shortFingerprint(fingerprint256, 32).slice(16)}</span>
              </span>
              <CopyButton value={fingerprint256} label="Copy fingerprint" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
