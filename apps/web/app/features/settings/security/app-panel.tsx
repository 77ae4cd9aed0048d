import { Button } from '@mantine/core';
import { RECOVERY_CODE_COUNT } from '@notafter/domain';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { TotpSetUp, TwoFactor } from './types.ts';
import type { TwoFactorActions } from './use-two-factor.ts';

const ProveDialog = lazyDialog(() => import('./prove-dialog.tsx'));
const SetUpAppDialog = lazyDialog(() => import('./set-up-app-dialog.tsx'));
const RecoveryCodesDialog = lazyDialog(() => import('./recovery-codes-dialog.tsx'));

interface AppPanelProps {
  readonly view: TwoFactor;
  readonly actions: Pick<TwoFactorActions, 'beginApp' | 'confirmApp' | 'turnAppOff' | 'renewCodes'>;
}

type Doing =
  | { readonly what: 'prove-set-up' | 'turn-off' | 'renew' }
  | { readonly what: 'scan'; readonly setUp: TotpSetUp }
  | { readonly what: 'codes'; readonly codes: readonly string[] }
  | null;

/** The authenticator app and its recovery codes. */
export function AppPanel({ view, actions }: AppPanelProps) {
  const [doing, setDoing] = useState<Doing>(null);
  return (
    <Panel
      title="Authenticator App"
      aside={
        view.appSince === null ? (
          <Button size="sm" variant="default" onClick={() => setDoing({ what: 'prove-set-up' })}>
            Set Up
          </Button>
        ) : undefined
      }
    >
      <ItemList>
        {view.appSince === null ? (
          <Item>Off. With an app, signing in asks for a six-digit code after your password. Passkeys need none.</Item>
        ) : (
          <>
            <Item
              title="Two-factor authentication"
              action={
                <Button size="sm" variant="subtle" color="gray" onClick={() => setDoing({ what: 'turn-off' })}>
                  Turn Off
                </Button>
              }
            >
              on since <AbsoluteTime value={view.appSince} />
            </Item>
            <Item
              title="Recovery codes"
              action={
                <Button size="sm" variant="subtle" color="gray" onClick={() => setDoing({ what: 'renew' })}>
                  Make Other Codes
                </Button>
              }
            >
              {view.recoveryCodesLeft} of {RECOVERY_CODE_COUNT} left
            </Item>
          </>
        )}
      </ItemList>
      <AppDialogs doing={doing} setDoing={setDoing} view={view} actions={actions} />
    </Panel>
  );
}

interface AppDialogsProps extends AppPanelProps {
  readonly doing: Doing;
  readonly setDoing: Dispatch<SetStateAction<Doing>>;
}

function AppDialogs({ doing, setDoing, view, actions }: AppDialogsProps) {
  // A dialog that leads to the next one closes itself after it: only what it shows itself may go.
  const stopOn = (what: NonNullable<Doing>['what']) => (): void => setDoing((present) => (present?.what === what ? null : present));
  switch (doing?.what) {
    case undefined:
      return null;
    case 'prove-set-up':
      return (
        <ProveDialog
          key="prove-set-up"
          title="Set up an authenticator app"
          action="Continue"
          busyAction="Continuing..."
          failed="Failed to set up the app"
          view={view}
          onConfirm={async (proof) => setDoing({ what: 'scan', setUp: await actions.beginApp(proof) })}
          onClose={stopOn('prove-set-up')}
        >
          An authenticator app on your phone shows a new code every 30 seconds. Signing in will ask for it after your password.
        </ProveDialog>
      );
    case 'scan':
      return (
        <SetUpAppDialog
          setUp={doing.setUp}
          onConfirm={async (code) => setDoing({ what: 'codes', codes: await actions.confirmApp(code) })}
          onClose={() => setDoing(null)}
        />
      );
    case 'codes':
      return <RecoveryCodesDialog codes={doing.codes} onClose={() => setDoing(null)} />;
    case 'turn-off':
      return (
        <ProveDialog
          key="turn-off"
          title="Turn off the authenticator app"
          action="Turn Off"
          busyAction="Turning off..."
          danger
          failed="Failed to turn the app off"
          view={view}
          onConfirm={actions.turnAppOff}
          onClose={stopOn('turn-off')}
        >
          Your password alone signs you in then. The recovery codes end with the app.
        </ProveDialog>
      );
    case 'renew':
      return (
        <ProveDialog
          key="renew"
          title="Make other recovery codes"
          action="Make Codes"
          busyAction="Making codes..."
          failed="Failed to make other codes"
          view={view}
          onConfirm={async (proof) => setDoing({ what: 'codes', codes: await actions.renewCodes(proof) })}
          onClose={stopOn('renew')}
        >
          The codes you have end at once.
        </ProveDialog>
      );
  }
}
