import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { UntilLoaded } from '../../../ui/query-panel/query-panel.tsx';
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
  const query = useQuery(useTRPC().profile.get.queryOptions());
  return (
    <Stack gap="md" maw={880}>
      <UntilLoaded query={query} title="Profile" failed={texts.fetchFailed}>
        {(profile) => (
          <>
            {/* A new form for another address, or saving would ask for the old one again. */}
            <ProfileForm key={profile.email} profile={profile} />
            <PlatformAdminSection profile={profile} />
            <OrganizationSection profile={profile} />
            <PasswordSection profile={profile} />
            <SignInSection />
            <IdentitiesSection />
            <SessionsSection />
            <LeaveSection profile={profile} />
          </>
        )}
      </UntilLoaded>
    </Stack>
  );
}
