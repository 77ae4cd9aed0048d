import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type ApiKeyLifetime, addMs, apiKeyLifetimes, CREDENTIAL_NAME_MAX_LENGTH, DAY_MS } from '@notafter/domain';
import { type FormEvent, useId, useState } from 'react';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { dateText } from '../../../ui/time/format.ts';
import { useNow } from '../../../ui/time/now.tsx';
import css from '../credentials/credentials.module.css';
import { failureText } from '../credentials/failure-text.ts';
import type { NewApiKey } from '../types.ts';
import { lifetimeWords } from './key-texts.ts';

/** A key that nobody thinks of again should end by itself. */
const DEFAULT_LIFETIME: ApiKeyLifetime = 90;

interface CreateKeyDialogProps {
  readonly busy: boolean;
  /** Rejects with what it failed with. */
  readonly onCreate: (key: NewApiKey) => Promise<void>;
  readonly onClose: () => void;
}

export default function CreateKeyDialog({ busy, onCreate, onClose }: CreateKeyDialogProps) {
  const formId = useId();
  const now = useNow();
  const [name, setName] = useState('');
  const [expiresIn, setExpiresIn] = useState<ApiKeyLifetime>(DEFAULT_LIFETIME);
  const [permissions, setPermissions] = useState({ read: true, write: false });
  const [failure, setFailure] = useState<string | null>(null);
  const incomplete = name.trim() === '' || !(permissions.read || permissions.write);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (incomplete || busy) return;
    setFailure(null);
    try {
      await onCreate({ name: name.trim(), expiresIn, permissions });
    } catch (error) {
      setFailure(failureText(error, 'Failed to create API key'));
    }
  };
  return (
    <Dialog
      title="Create API Key"
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={incomplete || busy}>
            {busy ? 'Creating...' : 'Create'}
          </Button>
        </>
      }
    >
      {failure === null ? null : (
        <div className={css.failure}>
          <Banner tone="expired" role="alert">
            {failure}
          </Banner>
        </div>
      )}
      <form id={formId} className={css.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Name"
          data-autofocus
          autoComplete="off"
          maxLength={CREDENTIAL_NAME_MAX_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label="Expires"
          description={
            expiresIn === null ? 'It works until it is revoked.' : `Its last day is ${dateText(addMs(now, expiresIn * DAY_MS))}.`
          }
          inputWrapperOrder={['label', 'input', 'description']}
          value={String(expiresIn)}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            setExpiresIn(apiKeyLifetimes.find((days) => String(days) === chosen) ?? null);
          }}
          data={apiKeyLifetimes.map((days) => ({ value: String(days), label: lifetimeWords(days) }))}
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
        </fieldset>
      </form>
    </Dialog>
  );
}
