import { useQuery } from '@tanstack/react-query';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import { IdentitiesSection } from '../security/identities-section.tsx';
import { SignInSection } from '../security/sign-in-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { OrganizationSection } from './organization-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PlatformAdminSection } from './platform-admin-section.tsx';
import css from './profile.module.css';
import { ProfileForm } from './profile-form.tsx';
import { texts } from './profile-texts.ts';
import { SessionsSection } from './sessions-section.tsx';

/** Who a person is, how they sign in, where they are signed in, and the way out. */
export function ProfileTab() {
  const { data: profile, isError, error, refetch, isFetching } = useQuery(useTRPC().profile.get.queryOptions());
  if (profile === undefined) {
    return (
      <div className={css.stack}>
        <Panel title="Profile">
          {isError ? (
            <ErrorState
              title={texts.fetchFailed}
              text={problemOfCall(error).message}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <div className={css.bones}>
              <Bone width={62} />
              <Bone width={88} />
              <Bone width={74} />
            </div>
          )}
        </Panel>
      </div>
    );
  }
  return (
    <div className={css.stack}>
      {/* A new form for another address, or the one typed before would be asked for again. */}
      <ProfileForm key={profile.email} profile={profile} />
      <PlatformAdminSection profile={profile} />
      <OrganizationSection profile={profile} />
      <PasswordSection profile={profile} />
      <SignInSection />
      <IdentitiesSection />
      <SessionsSection />
      <LeaveSection profile={profile} />
    </div>
  );
}
