import { Button, Group } from '@mantine/core';
import { PASSKEY_LIMIT, passkeysWorkAt } from '@notafter/domain';
import { useState } from 'react';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { Passkey, TwoFactor } from './types.ts';
import type { TwoFactorActions } from './use-two-factor.ts';

const AddPasskeyDialog = lazyDialog(() => import('./add-passkey-dialog.tsx'));
const RenamePasskeyDialog = lazyDialog(() => import('./rename-passkey-dialog.tsx'));
const ProveDialog = lazyDialog(() => import('./prove-dialog.tsx'));

interface PasskeysPanelProps {
  readonly view: TwoFactor;
  readonly actions: Pick<TwoFactorActions, 'addPasskey' | 'renamePasskey' | 'removePasskey'>;
}

type Doing = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey } | null;

/** Only the browser runs this: the list below arrives with a call. */
const browserHasPasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && passkeysWorkAt(globalThis.location.origin);

export function PasskeysPanel({ view, actions }: PasskeysPanelProps) {
  const [doing, setDoing] = useState<Doing>(null);
  const stop = (): void => setDoing(null);
  const possible = browserHasPasskeys();
  const add =
    possible && view.passkeys.length < PASSKEY_LIMIT ? (
      <Button size="sm" variant="default" onClick={() => setDoing({ what: 'add' })}>
        Add Passkey
      </Button>
    ) : undefined;
  return (
    <Panel title="Passkeys" aside={add}>
      <ItemList>
        {view.passkeys.length === 0 ? (
          <Item>
            {possible
              ? 'None yet. A passkey signs you in with your fingerprint, face or device PIN: no address, no password, no code.'
              : 'Passkeys need a browser that supports them, and this site at a host name over https.'}
          </Item>
        ) : (
          view.passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              onRename={() => setDoing({ what: 'rename', passkey })}
              onRemove={() => setDoing({ what: 'remove', passkey })}
            />
          ))
        )}
      </ItemList>
      {doing?.what === 'add' ? <AddPasskeyDialog view={view} onAdd={actions.addPasskey} onClose={stop} /> : null}
      {doing?.what === 'rename' ? (
        <RenamePasskeyDialog passkey={doing.passkey} onRename={(name) => actions.renamePasskey(doing.passkey.id, name)} onClose={stop} />
      ) : null}
      {doing?.what === 'remove' ? (
        <ProveDialog
          title={`Remove ${doing.passkey.name}`}
          action="Remove"
          busyAction="Removing..."
          danger
          failed="Failed to remove the passkey"
          view={view}
          onConfirm={(proof) => actions.removePasskey(doing.passkey.id, proof)}
          onClose={stop}
        >
          It no longer signs you in. Delete it on the device that keeps it, too. You stay signed in here.
        </ProveDialog>
      ) : null}
    </Panel>
  );
}

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyItem({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyItemProps) {
  return (
    <Item
      title={name}
      action={
        <Group gap="xxs">
          <Button size="sm" variant="subtle" color="gray" onClick={onRename} aria-label={`Rename ${name}`}>
            Rename
          </Button>
          <Button size="sm" variant="subtle" color="gray" onClick={onRemove} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </Group>
      }
    >
      added <AbsoluteTime value={createdAt} /> ·{' '}
      {lastUsedAt === null ? (
        'never used'
      ) : (
        <>
          last used <AbsoluteTime value={lastUsedAt} form="datetime" />
        </>
      )}
    </Item>
  );
}
