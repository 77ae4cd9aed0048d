import { failureText } from '../../../ui/form/failure-text.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import profile from '../profile/profile.module.css';
import { AppPanel } from './app-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { useTwoFactor } from './use-two-factor.ts';

/** Passkeys, the authenticator app and its recovery codes. */
export function SignInSection() {
  const { view, ...actions } = useTwoFactor();
  if (view.data === undefined) {
    return (
      <Panel title="Passkeys">
        {view.isError ? (
          <ErrorState
            title="Passkeys did not load"
            text={failureText(view.error, 'They go on signing you in.')}
            onRetry={() => void view.refetch()}
            retrying={view.isFetching}
          />
        ) : (
          <div className={profile.bones}>
            <Bone width={62} />
          </div>
        )}
      </Panel>
    );
  }
  return (
    <>
      <PasskeysPanel view={view.data} actions={actions} />
      <AppPanel view={view.data} actions={actions} />
    </>
  );
}
