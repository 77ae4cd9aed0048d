import { Button, TextInput } from '@mantine/core';
import { PASSKEY_NAME_MAX_LENGTH } from '@notafter/domain';
import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { failureText } from '../../../ui/form/failure-text.ts';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import type { Passkey } from './types.ts';

interface RenamePasskeyDialogProps {
  readonly passkey: Passkey;
  readonly onRename: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

export default function RenamePasskeyDialog({ passkey, onRename, onClose }: RenamePasskeyDialogProps) {
  const formId = useId();
  const [name, setName] = useState(passkey.name);
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') return setWrong('Enter a name.');
    setBusy(true);
    try {
      await onRename(name.trim());
      onClose();
    } catch (error) {
      setWrong(failureText(error, 'Failed to rename the passkey'));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={`Rename ${passkey.name}`}
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={busy}>
            {busy ? 'Saving...' : 'Rename'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Name"
          data-autofocus
          autoComplete="off"
          size="lg"
          maxLength={PASSKEY_NAME_MAX_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fieldError(wrong)}
        />
      </form>
    </Dialog>
  );
}
