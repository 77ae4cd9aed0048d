import { Checkbox, NativeSelect } from '@mantine/core';
import { addMs, type CredentialLifetime, credentialLifetimes, DAY_MS } from '@notafter/domain';
import { useState } from 'react';
import { dateText } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/now.tsx';
import { CreateDialog } from '../credentials/create-dialog.tsx';
import type { NewApiKey } from '../types.ts';
import { lifetimeWords } from './key-texts.ts';

/** A key that nobody thinks of again should end by itself. */
const DEFAULT_LIFETIME: CredentialLifetime = 90;

interface CreateKeyDialogProps {
  readonly busy: boolean;
  /** Rejects with what it failed with. */
  readonly onCreate: (key: NewApiKey) => Promise<void>;
  readonly onClose: () => void;
}

export default function CreateKeyDialog({ busy, onCreate, onClose }: CreateKeyDialogProps) {
  const now = useNow();
  const [expiresIn, setExpiresIn] = useState<CredentialLifetime>(DEFAULT_LIFETIME);
  const [permissions, setPermissions] = useState({ read: true, write: false, delete: false });
  return (
    <CreateDialog
      title="Create API Key"
      failed="Failed to create API key"
      busy={busy}
      incomplete={!(permissions.read || permissions.write || permissions.delete)}
      onCreate={(name) => onCreate({ name, expiresIn, permissions })}
      onClose={onClose}
    >
      <NativeSelect
        label="Expires"
        description={expiresIn === null ? 'It works until it is revoked.' : `Its last day is ${dateText(addMs(now, expiresIn * DAY_MS))}.`}
        inputWrapperOrder={['label', 'input', 'description']}
        value={String(expiresIn)}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          setExpiresIn(credentialLifetimes.find((days) => String(days) === chosen) ?? null);
        }}
        data={credentialLifetimes.map((days) => ({ value: String(days), label: lifetimeWords(days) }))}
      />
      <fieldset>
        <legend>Permissions</legend>
        <Checkbox
          label="Read (view certificates)"
          checked={permissions.read}
          onChange={(event) => setPermissions({ ...permissions, read: event.currentTarget.checked })}
        />
        <Checkbox
          label="Write (add/update certificates)"
          checked={permissions.write}
          onChange={(event) => setPermissions({ ...permissions, write: event.currentTarget.checked })}
        />
        <Checkbox
          label="Delete (remove certificates and environments)"
          checked={permissions.delete}
          onChange={(event) => setPermissions({ ...permissions, delete: event.currentTarget.checked })}
        />
      </fieldset>
    </CreateDialog>
  );
}
