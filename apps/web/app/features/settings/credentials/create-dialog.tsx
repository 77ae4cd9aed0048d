import { Button, TextInput } from '@mantine/core';
import { CREDENTIAL_NAME_MAX_LENGTH } from '@notafter/domain';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import css from './credentials.module.css';
import { failureText } from './failure-text.ts';

interface CreateDialogProps {
  readonly title: string;
  /** What is said where the failure has no text of its own. */
  readonly failed: string;
  /** Below the name's label. */
  readonly hint?: string;
  readonly busy: boolean;
  /** Something besides the name is missing. */
  readonly incomplete?: boolean;
  /** Rejects with what it failed with. `name` is trimmed. */
  readonly onCreate: (name: string) => Promise<void>;
  readonly onClose: () => void;
  /** Fields after the name. */
  readonly children?: ReactNode;
}

/** Asks what a token or a key is to be called; says in place why it could not be made. */
export function CreateDialog({ title, failed, hint, busy, incomplete = false, onCreate, onClose, children }: CreateDialogProps) {
  const formId = useId();
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const unready = name.trim() === '' || incomplete || busy;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (unready) return;
    setFailure(null);
    try {
      await onCreate(name.trim());
    } catch (error) {
      setFailure(failureText(error, failed));
    }
  };
  return (
    <Dialog
      title={title}
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={unready}>
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
          description={hint}
          inputWrapperOrder={['label', 'input', 'description']}
          data-autofocus
          autoComplete="off"
          maxLength={CREDENTIAL_NAME_MAX_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {children}
      </form>
    </Dialog>
  );
}
