import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { OnboardingCard } from '../onboarding/onboarding-card.tsx';
import { useFirstSteps } from '../onboarding/use-first-steps.ts';
import type { CertificateView } from '../types.ts';
import { useCheckOne } from '../use-check-one.ts';
import { Widgets } from '../widgets/widgets.tsx';
import { CertificatePanel } from './certificate-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { HealthPanelFailed, HealthSkeleton } from './health-states.tsx';
import { type ListDialog, ListDialogs } from './list-dialogs.tsx';
import { isUnfiltered, toListInput } from './list-state.ts';
import { ListWarnings } from './list-warnings.tsx';
import { NothingYet } from './nothing-yet.tsx';
import type { RowActions } from './row-actions.ts';
import { everythingMatching, nothingSelected, type Selection, selectionUnder, toggled } from './selection.ts';
import { outdatedSince, stayCurrent } from './stay-current.ts';
import { useListState } from './use-list-state.ts';
import { useReach } from './use-reach.ts';

interface ListScreenProps {
  /** As the server read it; null inside the app. */
  readonly onboardingDismissed?: boolean | null;
}

export function ListScreen({ onboardingDismissed = null }: ListScreenProps) {
  const trpc = useTRPC();
  const [state, change] = useListState();
  const stats = useQuery({ ...trpc.certificates.stats.queryOptions(), ...stayCurrent });
  const list = useQuery({
    ...trpc.certificates.list.queryOptions(toListInput(state), { placeholderData: keepPreviousData }),
    ...stayCurrent,
  });
  const reach = useReach(state, list);
  const mayWrite = useMay('certificates/check-certificate');

  const [madeSelection, setSelection] = useState<Selection>(() => nothingSelected(state));
  const selection = selectionUnder(madeSelection, state);
  const clearSelection = (): void => setSelection(nothingSelected(state));
  const onPage = list.data?.certificates;
  const onToggle = useCallback(
    ({ id }: CertificateView) => setSelection((made) => toggled(selectionUnder(made, state), id, onPage?.map((row) => row.id) ?? [])),
    [state, onPage],
  );

  const { checking, check } = useCheckOne();
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  const actions = useMemo<RowActions>(
    () => ({
      onToggle,
      onCheck: check,
      onEditTags: (certificate) => setDialog({ kind: 'tags', certificate }),
      onDelete: (target) => setDialog({ kind: 'removal', target }),
    }),
    [onToggle, check],
  );
  const deleteSelected = (): void => {
    setDialog({ kind: 'removal', target: { selection, reach } });
  };

  const firstSteps = useFirstSteps(stats.data, onboardingDismissed);
  const isEmpty = list.data?.total === 0 && isUnfiltered(state) && !list.isPlaceholderData;
  const onboarding = firstSteps === null ? null : <OnboardingCard {...firstSteps} quiet={isEmpty} />;
  if (isEmpty) {
    return (
      <>
        <NothingYet onManageEnvironments={() => setDialog({ kind: 'environments' })} />
        {onboarding}
        <ListDialogs opened={dialog} onClose={() => setDialog(null)} onRemoved={clearSelection} />
      </>
    );
  }
  return (
    <>
      {stats.data === undefined ? null : (
        <ListWarnings stats={stats.data} outdated={outdatedSince([stats, list])} channelsAsked={firstSteps !== null} />
      )}
      {onboarding}
      {stats.data !== undefined ? (
        <HealthPanel stats={stats.data} state={state} />
      ) : stats.isError ? (
        <HealthPanelFailed onRetry={() => void stats.refetch()} retrying={stats.isFetching} />
      ) : (
        <HealthSkeleton />
      )}
      <Panel label="Certificates">
        <CertificatePanel
          list={list}
          stats={stats.data}
          state={state}
          onChange={change}
          selection={selection}
          reach={reach}
          onSelectAll={() => setSelection(everythingMatching(state))}
          onSelectNone={clearSelection}
          checking={checking}
          actions={mayWrite ? actions : null}
          onDeleteSelected={deleteSelected}
          onManageEnvironments={() => setDialog({ kind: 'environments' })}
          onCalendar={() => setDialog({ kind: 'calendar' })}
        />
      </Panel>
      <Widgets />
      <ListDialogs opened={dialog} onClose={() => setDialog(null)} onRemoved={clearSelection} />
    </>
  );
}
