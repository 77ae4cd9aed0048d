import { Button, TextInput } from '@mantine/core';
import { CREDENTIAL_NAME_MAX_LENGTH } from '@notafter/domain';
import { type FormEvent, useId, useState } from 'react';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import css from '../credentials/credentials.module.css';
import { failureText } from '../credentials/failure-text.ts';

interface CreateTokenDialogProps {
  readonly busy: boolean;
  /** Rejects with what it failed with. */
  readonly onCreate: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

export default function CreateTokenDialog({ busy, onCreate, onClose }: CreateTokenDialogProps) {
  const formId = useId();
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const blank = name.trim() === '';
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (blank || busy) return;
    setFailure(null);
    try {
      await onCreate(name.trim());
    } catch (error) {
      setFailure(failureText(error, 'Failed to create token'));
    }
  };
  return (
    <Dialog
      title="Create Token"
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={blank || busy}>
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
          description="What it is for, so that you know it again. It acts as you, with your role."
          inputWrapperOrder={['label', 'input', 'description']}
          data-autofocus
          autoComplete="off"
          maxLength={CREDENTIAL_NAME_MAX_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
