import type { CertificateId } from '@notafter/domain';
import type { UseQueryResult } from '@tanstack/react-query';
import { problemOf, problemOfCall } from '../../../api/problem.ts';
import { ErrorState } from '../../../ui/states/states.tsx';
import type { CertificateList, DashboardStats } from '../types.ts';
import { CertificateTable } from './certificate-table.tsx';
import { ListFoot } from './list-foot.tsx';
import type { ListState } from './list-state.ts';
import { NoMatch, SearchRefused } from './no-match.tsx';
import type { RowActions } from './row-actions.ts';
import { RunEnd, RunProgress } from './run-report.tsx';
import { type Reach, type Selection, selectedCount, selectedShare, toSelectionInput } from './selection.ts';
import { BulkMenu, CheckAllButton, Toolbar } from './toolbar.tsx';
import { useCheckRun } from './use-check-run.ts';

interface CertificatePanelProps {
  readonly list: UseQueryResult<CertificateList, unknown>;
  readonly stats: DashboardStats | undefined;
  readonly state: ListState;
  readonly onChange: (change: Partial<ListState>, options?: { readonly replace?: boolean }) => void;
  readonly selection: Selection;
  /** The rows that "select all" selects. */
  readonly reach: Reach;
  readonly onSelectAll: () => void;
  readonly onSelectNone: () => void;
  readonly checking: ReadonlySet<CertificateId>;
  /** Null for a viewer, who sees neither checkboxes nor actions. */
  readonly actions: RowActions | null;
  readonly onDeleteSelected: () => void;
  readonly onManageEnvironments: () => void;
  readonly onCalendar: () => void;
}

/** Toolbar, rows or the state without rows, and the pager. */
export function CertificatePanel(props: CertificatePanelProps) {
  const { list, stats, state, onChange, selection, reach, onSelectAll, onSelectNone, checking, actions } = props;
  const run = useCheckRun();
  const share = selectedShare(selection, reach.total);
  const problem = list.data === undefined ? problemOf(list.error) : null;
  const refusal = problem?.code === 'search_invalid' ? problem.message : null;
  const checkSelected = async (): Promise<void> => {
    if (await run.start(toSelectionInput(selection))) onSelectNone();
  };
  return (
    <>
      <Toolbar
        state={state}
        unreachable={stats?.unreachable ?? 0}
        onChange={onChange}
        onManageEnvironments={props.onManageEnvironments}
        onCalendar={props.onCalendar}
      >
        {actions === null ? null : (
          <>
            <BulkMenu
              selected={selectedCount(selection, reach.total)}
              capped={selection.kind === 'matching' && reach.capped}
              busy={run.busy}
              onCheck={() => void checkSelected()}
              onDelete={props.onDeleteSelected}
            />
            <CheckAllButton busy={run.busy} onCheckAll={() => void run.start({ all: true })} />
          </>
        )}
      </Toolbar>
      {run.progress === null ? null : <RunProgress {...run.progress} cancel={actions === null ? null : run.cancel} />}
      {run.ended === null ? null : <RunEnd run={run.ended} onDismiss={run.dismiss} />}
      {refusal !== null ? (
        <SearchRefused state={state} text={refusal} />
      ) : list.isError && list.data === undefined ? (
        <ErrorState
          title="Certificates did not load"
          text={`${problemOfCall(list.error).message} Monitoring continues.`}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : list.data?.total === 0 ? (
        <NoMatch state={state} />
      ) : (
        <CertificateTable
          certificates={list.data?.certificates}
          state={state}
          selection={selection}
          share={share}
          onToggleAll={share === 'none' ? onSelectAll : onSelectNone}
          checking={checking}
          actions={actions}
          stale={list.isPlaceholderData}
        />
      )}
      {list.data === undefined ? null : <ListFoot list={list.data} stats={stats} state={state} onChange={onChange} />}
    </>
  );
}
