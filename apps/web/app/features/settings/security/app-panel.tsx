import { RECOVERY_CODE_COUNT } from '@notafter/domain';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { RowButton } from '../../../ui/buttons/buttons.tsx';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { type TotpSetUp, type TwoFactor, useSignInFilters } from './two-factor.ts';

const ProveDialog = lazyDialog(() => import('./prove-dialog.tsx'));
const SetUpAppDialog = lazyDialog(() => import('./set-up-app-dialog.tsx'));
const RecoveryCodesDialog = lazyDialog(() => import('./recovery-codes-dialog.tsx'));

/** The steps of turning the app on and off, each a dialog that may lead to the next. */
function useAppDialogs() {
  const { signIn } = useTRPC();
  const refresh = useSignInFilters();
  const [dialog, open] = useDialog();
  const begin = useAction(signIn.beginTotp.mutationOptions(), { failed: 'Failed to set up the app' });
  const confirm = useAction(signIn.confirmTotp.mutationOptions(), { failed: 'Failed to turn the app on', refresh });
  const remove = useAction(signIn.removeTotp.mutationOptions(), {
    done: 'Authenticator app turned off',
    failed: 'Failed to turn the app off',
    refresh,
  });
  const renewCodes = useAction(signIn.renewRecoveryCodes.mutationOptions(), { failed: 'Failed to generate new codes', refresh });

  const showCodes = (codes: readonly string[]): void => open((close) => <RecoveryCodesDialog codes={codes} onClose={close} />);
  const scan = (setUp: TotpSetUp): void =>
    open((close) => (
      <SetUpAppDialog setUp={setUp} onConfirm={async (code) => showCodes((await confirm.send({ code })).recoveryCodes)} onClose={close} />
    ));
  const setUp = (): void =>
    open((close) => (
      <ProveDialog
        title="Set up an authenticator app"
        action="Continue"
        busyAction="Continuing..."
        failed="Failed to set up the app"
        onConfirm={async (proof) => scan(await begin.send(proof))}
        onClose={close}
      >
        An authenticator app on your phone shows a new code every 30 seconds. Signing in will ask for it after your password.
      </ProveDialog>
    ));
  const turnOff = (): void =>
    open((close) => (
      <ProveDialog
        title="Turn off the authenticator app"
        action="Turn Off"
        busyAction="Turning off..."
        danger
        failed="Failed to turn the app off"
        onConfirm={remove.send}
        onClose={close}
      >
        You will sign in with your password alone. Your recovery codes stop working.
      </ProveDialog>
    ));
  const renew = (): void =>
    open((close) => (
      <ProveDialog
        title="Generate new recovery codes"
        action="Generate Codes"
        busyAction="Generating codes..."
        failed="Failed to generate new codes"
        onConfirm={async (proof) => showCodes((await renewCodes.send(proof)).recoveryCodes)}
        onClose={close}
      >
        Your current codes stop working immediately.
      </ProveDialog>
    ));
  return { dialog, setUp, turnOff, renew };
}

/** The authenticator app and its recovery codes. */
export function AppPanel({ view }: { readonly view: TwoFactor }) {
  const { dialog, setUp, turnOff, renew } = useAppDialogs();
  return (
    <Panel title="Authenticator App" aside={view.appSince === null ? <RowButton label="Set Up" onClick={setUp} /> : undefined}>
      <ItemList>
        {view.appSince === null ? (
          <Item>Off. With an app, you enter a six-digit code after your password. Passkeys do not need a code.</Item>
        ) : (
          <>
            <Item title="Two-factor authentication" action={<RowButton quiet label="Turn Off" onClick={turnOff} />}>
              on since <AbsoluteTime value={view.appSince} />
            </Item>
            <Item title="Recovery codes" action={<RowButton quiet label="Generate New Codes" onClick={renew} />}>
              {view.recoveryCodesLeft} of {RECOVERY_CODE_COUNT} left
            </Item>
          </>
        )}
      </ItemList>
      {dialog}
    </Panel>
  );
}
