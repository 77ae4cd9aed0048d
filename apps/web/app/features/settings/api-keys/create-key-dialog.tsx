import { Checkbox } from '@mantine/core';
import { ALLOWED_ADDRESSES_MAX, type CredentialLifetime } from '@notafter/domain';
import { useState } from 'react';
import { CreateDialog } from '../credentials/create-dialog.tsx';
import { LifetimeSelect } from '../credentials/lifetime-select.tsx';
import type { NewApiKey } from '../types.ts';
import { addressesOf, everything, ScopeFields, scopeOf, useEnvironments } from './scope-fields.tsx';

/** A key that nobody thinks of again should end by itself. */
const DEFAULT_LIFETIME: CredentialLifetime = 90;

interface CreateKeyDialogProps {
  readonly busy: boolean;
  /** Rejects with what it failed with. */
  readonly onCreate: (key: NewApiKey) => Promise<void>;
  readonly onClose: () => void;
}

export default function CreateKeyDialog({ busy, onCreate, onClose }: CreateKeyDialogProps) {
  const environments = useEnvironments();
  const [expiresIn, setExpiresIn] = useState<CredentialLifetime>(DEFAULT_LIFETIME);
  const [permissions, setPermissions] = useState({ read: true, write: false, delete: false });
  const [choice, setChoice] = useState(everything);
  const [addresses, setAddresses] = useState('');
  const scope = scopeOf(choice, environments);
  const allowedAddresses = addressesOf(addresses);
  const mayNothing = !(permissions.read || permissions.write || permissions.delete);
  return (
    <CreateDialog
      title="Create API Key"
      failed="Failed to create API key"
      busy={busy}
      incomplete={mayNothing || scope === undefined || allowedAddresses.length > ALLOWED_ADDRESSES_MAX}
      onCreate={(name) => onCreate({ name, expiresIn, permissions, scope: scope ?? null, allowedAddresses })}
      onClose={onClose}
    >
      <LifetimeSelect value={expiresIn} onChange={setExpiresIn} />
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
      <ScopeFields choice={choice} onChoose={setChoice} addresses={addresses} onAddresses={setAddresses} />
    </CreateDialog>
  );
}
