import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { IdentitiesSection } from '../security/identities-section.tsx';
import { SignInSection } from '../security/sign-in-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { OrganizationSection } from './organization-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PlatformAdminSection } from './platform-admin-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { texts } from './profile-texts.ts';
import { SessionsSection } from './sessions-section.tsx';

/** The person's profile, sign-in, sessions, and leaving. */
export function ProfileTab() {
  const profile = useQuery(useTRPC().profile.get.queryOptions());
  if (profile.data === undefined) {
    return (
      <Stack gap="md" maw={880}>
        <Panel title="Profile">
          <QueryPanel query={profile} failed={texts.fetchFailed}>
            {() => null}
          </QueryPanel>
        </Panel>
      </Stack>
    );
  }
  return (
    <Stack gap="md" maw={880}>
      {/* A new form for another address, or saving would ask for the old one again. */}
      <ProfileForm key={profile.data.email} profile={profile.data} />
      <PlatformAdminSection profile={profile.data} />
      <OrganizationSection profile={profile.data} />
      <PasswordSection profile={profile.data} />
      <SignInSection />
      <IdentitiesSection />
      <SessionsSection />
      <LeaveSection profile={profile.data} />
    </Stack>
  );
}
