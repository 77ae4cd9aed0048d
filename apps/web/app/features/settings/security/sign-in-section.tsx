import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { AppPanel } from './app-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { useTwoFactor } from './use-two-factor.ts';

/** Passkeys, the authenticator app and its recovery codes. */
export function SignInSection() {
  const { view, ...actions } = useTwoFactor();
  if (view.data === undefined) {
    return (
      <Panel title="Passkeys">
        <QueryPanel query={view} failed="Passkeys did not load" unaffected="They still sign you in.">
          {() => null}
        </QueryPanel>
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
