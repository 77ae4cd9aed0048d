import { Stack } from '@mantine/core';
import { EnvironmentsCard } from '../environments/environments-card.tsx';
import { MembersPanel } from './members-panel.tsx';
import { PlanNotice } from './plan-notice.tsx';

/** The members and invitations of the organization, and its environments. */
export function TeamScreen() {
  return (
    <Stack>
      <PlanNotice />
      <MembersPanel />
      <EnvironmentsCard />
    </Stack>
  );
}
