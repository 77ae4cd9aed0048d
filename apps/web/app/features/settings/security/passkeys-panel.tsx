import { Group } from '@mantine/core';
import { PASSKEY_LIMIT, passkeysWorkAt } from '@notafter/domain';
import { useTRPC, useTRPCClient } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { RowButton } from '../../../ui/buttons/buttons.tsx';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { makePasskey } from '../../accounts/ask-for-passkey.ts';
import { type Passkey, type Proof, type TwoFactor, useSignInFilters } from './two-factor.ts';

const AddPasskeyDialog = lazyDialog(async () => ({ default: (await import('./passkey-dialogs.tsx')).AddPasskeyDialog }));
const RenamePasskeyDialog = lazyDialog(async () => ({ default: (await import('./passkey-dialogs.tsx')).RenamePasskeyDialog }));
const ProveDialog = lazyDialog(() => import('./prove-dialog.tsx'));

/** Only the browser runs this: the list below arrives with a call. */
const browserHasPasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && passkeysWorkAt(globalThis.location.origin);

function usePasskeys() {
  const { signIn } = useTRPC();
  const client = useTRPCClient();
  const refresh = useSignInFilters();
  const create = async ({ name, proof }: { readonly name: string; readonly proof: Proof }): Promise<void> => {
    const question = await client.signIn.beginPasskey.mutate(proof);
    const answer = await makePasskey(question);
    await client.signIn.addPasskey.mutate({ challengeId: question.challengeId, name, answer });
  };
  return {
    add: useAction({ mutationFn: create }, { done: 'Passkey added', failed: 'Failed to add the passkey', refresh }),
    rename: useAction(signIn.renamePasskey.mutationOptions(), { failed: 'Failed to rename the passkey', refresh }),
    remove: useAction(signIn.removePasskey.mutationOptions(), { done: 'Passkey removed', failed: 'Failed to remove the passkey', refresh }),
  };
}

export function PasskeysPanel({ view }: { readonly view: TwoFactor }) {
  const { add, rename, remove } = usePasskeys();
  const [dialog, open] = useDialog();
  const possible = browserHasPasskeys();
  const openAdd = (): void => open((close) => <AddPasskeyDialog view={view} onAdd={add.send} onClose={close} />);
  const openRename = (passkey: Passkey): void =>
    open((close) => <RenamePasskeyDialog passkey={passkey} onRename={rename.send} onClose={close} />);
  const openRemove = ({ id, name }: Passkey): void =>
    open((close) => (
      <ProveDialog
        title={`Remove ${name}`}
        action="Remove"
        busyAction="Removing..."
        danger
        failed="Failed to remove the passkey"
        onConfirm={(proof) => remove.send({ id, ...proof })}
        onClose={close}
      >
        You can no longer sign in with it. Also delete it from the device that stores it. You stay signed in here.
      </ProveDialog>
    ));
  return (
    <Panel
      title="Passkeys"
      aside={possible && view.passkeys.length < PASSKEY_LIMIT ? <RowButton label="Add Passkey" onClick={openAdd} /> : undefined}
    >
      <ItemList>
        {view.passkeys.length === 0 ? (
          <Item>
            {possible
              ? 'No passkeys yet. A passkey signs you in with your fingerprint, face or device PIN instead of a password.'
              : 'Passkeys need a browser that supports them and a site at a host name over https.'}
          </Item>
        ) : null}
        {view.passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onRename={() => openRename(passkey)} onRemove={() => openRemove(passkey)} />
        ))}
      </ItemList>
      {dialog}
    </Panel>
  );
}

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyItem({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyItemProps) {
  const actions = (
    <Group gap="xxs">
      <RowButton quiet label="Rename" of={name} onClick={onRename} />
      <RowButton quiet label="Remove" of={name} onClick={onRemove} />
    </Group>
  );
  return (
    <Item title={name} action={actions}>
      added <AbsoluteTime value={createdAt} /> · {lastUsedAt === null ? 'never used' : 'last used '}
      {lastUsedAt === null ? null : <AbsoluteTime value={lastUsedAt} form="datetime" />}
    </Item>
  );
}
