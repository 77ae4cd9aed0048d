import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { useFirstSteps } from '../onboarding/first-steps.ts';
import { OnboardingCard } from '../onboarding/onboarding-card.tsx';
import { Widgets } from '../widgets/widgets.tsx';
import { CertificatePanel } from './certificate-panel.tsx';
import { NothingYet } from './empty-list.tsx';
import { HealthPanel } from './health-panel.tsx';
import { type ListDialog, ListDialogs } from './list-dialogs.tsx';
import { isUnfiltered, toListInput, useListState } from './list-state.ts';
import { ListWarnings } from './list-warnings.tsx';
import { outdatedSince, stayCurrent } from './stay-current.ts';
import { useListSelection } from './use-list-selection.ts';

interface ListScreenProps {
  /** As the server read it; null inside the app. */
  readonly onboardingDismissed?: boolean | null;
}

export function ListScreen({ onboardingDismissed = null }: ListScreenProps) {
  const trpc = useTRPC();
  const [state] = useListState();
  const stats = useQuery({ ...trpc.certificates.stats.queryOptions(), ...stayCurrent });
  const list = useQuery({
    ...trpc.certificates.list.queryOptions(toListInput(state), { placeholderData: keepPreviousData }),
    ...stayCurrent,
  });
  const selection = useListSelection(state, list.data);
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  const dialogs = <ListDialogs opened={dialog} onClose={() => setDialog(null)} onRemoved={selection.clear} />;

  const firstSteps = useFirstSteps(stats.data, onboardingDismissed);
  const isEmpty = list.data?.total === 0 && isUnfiltered(state) && !list.isPlaceholderData;
  const onboarding = firstSteps === null ? null : <OnboardingCard {...firstSteps} quiet={isEmpty} />;
  if (isEmpty) {
    return (
      <>
        <NothingYet onOpen={setDialog} />
        {onboarding}
        {dialogs}
      </>
    );
  }
  return (
    <>
      {stats.data === undefined ? null : (
        <ListWarnings stats={stats.data} outdated={outdatedSince([stats, list])} channelsAsked={firstSteps !== null} />
      )}
      {onboarding}
      <HealthPanel stats={stats} />
      <Panel label="Certificates">
        <CertificatePanel list={list} stats={stats.data} selection={selection} onOpen={setDialog} />
      </Panel>
      <Widgets />
      {dialogs}
    </>
  );
}
