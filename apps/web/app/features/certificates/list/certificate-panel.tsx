import type { UseQueryResult } from '@tanstack/react-query';
import { problemOf, problemOfCall } from '../../../api/problem.ts';
import { useMay } from '../../../shell/session.ts';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { PageSizes } from '../../../ui/pager/pager.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { cursorPages } from '../../../ui/pager/use-pages.ts';
import { ErrorState } from '../../../ui/states/states.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { intervalText } from '../certificate-words.ts';
import type { CertificateList, DashboardStats } from '../types.ts';
import { CertificateTable } from './certificate-table.tsx';
import type { ListDialog } from './list-dialogs.tsx';
import { pageSizes, useListState } from './list-state.ts';
import { RunProgress } from './run-report.tsx';
import { selectedCount, toSelectionInput } from './selection.ts';
import { BulkMenu, CheckAllButton, Toolbar } from './toolbar.tsx';
import { useCheckRun } from './use-check-run.ts';
import type { ListSelection } from './use-list-selection.ts';

// Most visits find rows and check nothing.
const NoMatch = lazyPart(async () => ({ default: (await import('./no-match.tsx')).NoMatch }));
const SearchRefused = lazyPart(async () => ({ default: (await import('./no-match.tsx')).SearchRefused }));
const RunEnd = lazyPart(() => import('./run-end.tsx'));

interface CertificatePanelProps {
  readonly list: UseQueryResult<CertificateList, unknown>;
  readonly stats: DashboardStats | undefined;
  readonly selection: ListSelection;
  readonly onOpen: (dialog: ListDialog) => void;
}

/** Toolbar, rows or the state without rows, and the pager. */
export function CertificatePanel({ list, stats, selection: selected, onOpen }: CertificatePanelProps) {
  const mayWrite = useMay('certificates/check-certificate');
  const run = useCheckRun();
  const { selection, reach } = selected;
  const problem = list.data === undefined ? problemOf(list.error) : null;
  const checkSelected = async (): Promise<void> => {
    if (await run.start(toSelectionInput(selection))) selected.clear();
  };
  return (
    <>
      <Toolbar unreachable={stats?.unreachable ?? 0} onOpen={onOpen}>
        {mayWrite ? (
          <>
            <BulkMenu
              selected={selectedCount(selection, reach.total)}
              capped={selection.kind === 'matching' && reach.capped}
              busy={run.busy}
              onCheck={() => void checkSelected()}
              onDelete={() => onOpen({ kind: 'removal', target: selected })}
            />
            <CheckAllButton busy={run.busy} onCheckAll={() => void run.start({ all: true })} />
          </>
        ) : null}
      </Toolbar>
      {run.progress === null ? null : <RunProgress {...run.progress} cancel={mayWrite ? run.cancel : null} />}
      {run.ended === null ? null : <RunEnd run={run.ended} onDismiss={run.dismiss} />}
      {problem?.code === 'search_invalid' ? (
        <SearchRefused text={problem.message} />
      ) : list.isError && list.data === undefined ? (
        <ErrorState
          title="Certificates did not load"
          text={`${problemOfCall(list.error).message} Monitoring continues.`}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : list.data?.total === 0 ? (
        <NoMatch />
      ) : (
        <CertificateTable certificates={list.data?.certificates} selection={selected} stale={list.isPlaceholderData} onOpen={onOpen} />
      )}
      {list.data === undefined ? null : <ListFoot list={list.data} stats={stats} />}
    </>
  );
}

function ListFoot({ list, stats }: { readonly list: CertificateList; readonly stats: DashboardStats | undefined }) {
  const [state, change] = useListState();
  return (
    <TableFoot
      sizes={<PageSizes sizes={pageSizes} value={state.rows} onChange={(rows) => change({ rows })} />}
      pages={cursorPages(list, list.certificates.length, (cursor) => change({ cursor }))}
    >
      {stats === undefined ? undefined : (
        <>
          Checked every {intervalText(stats.checkIntervalHours)}
          {stats.lastCheckedAt === null ? null : (
            <>
              {' \u00b7 last pass '}
              <AbsoluteTime value={stats.lastCheckedAt} form="datetime" />
            </>
          )}
        </>
      )}
    </TableFoot>
  );
}
