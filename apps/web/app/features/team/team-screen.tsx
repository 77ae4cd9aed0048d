import { Stack } from '@mantine/core';
import { useSessionView } from '../../shell/session.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { UpgradeLink } from '../billing/upgrade-link.tsx';
import { EnvironmentsCard } from '../environments/environments-card.tsx';
import { MembersPanel } from './members-panel.tsx';
import { texts } from './team-texts.ts';

/** The members and invitations of the organization, and its environments. A plan without a team keeps its members. */
export function TeamScreen() {
  const lacksTeam = useSessionView()?.entitlements.team === false;
  return (
    <Stack>
      <Banner tone="info" action={<UpgradeLink />}>
        {lacksTeam ? texts.planNotice : null}
      </Banner>
      <MembersPanel />
      <EnvironmentsCard />
    </Stack>
  );
}
