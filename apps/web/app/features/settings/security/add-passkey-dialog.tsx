import { Button, TextInput } from '@mantine/core';
import { deviceOf, PASSKEY_NAME_MAX_LENGTH } from '@notafter/domain';
import { type FormEvent, useId, useState } from 'react';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { fieldError } from '../../../ui/forms/field-error.tsx';
import { ProofField } from './proof-field.tsx';
import css from './security.module.css';
import type { Proof, TwoFactor } from './types.ts';
import { useProof } from './use-proof.ts';

interface AddPasskeyDialogProps {
  readonly view: TwoFactor;
  readonly onAdd: (name: string, proof: Proof) => Promise<void>;
  readonly onClose: () => void;
}

/** Names a passkey and lets the browser make it. */
export default function AddPasskeyDialog({ view, onAdd, onClose }: AddPasskeyDialogProps) {
  const formId = useId();
  const proof = useProof(view, 'Failed to add the passkey');
  const [name, setName] = useState(() => deviceOf(globalThis.navigator.userAgent) ?? 'Passkey');
  const [blank, setBlank] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBlank(name.trim() === '');
    if (name.trim() !== '' && (await proof.submit((given) => onAdd(name.trim(), given)))) onClose();
  };
  return (
    <Dialog
      title="Add Passkey"
      busy={proof.busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={proof.busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={proof.busy}>
            {proof.busy ? 'Waiting for your device...' : 'Continue'}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {proof.problems.form === undefined ? null : (
          <Banner tone="expired" role="alert">
            {proof.problems.form}
          </Banner>
        )}
        <p>Your device asks for your fingerprint, face or PIN next. It keeps the key; this server gets the public half.</p>
        <TextInput
          label="Name"
          description="So that you know it again."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data-autofocus
          autoComplete="off"
          size="lg"
          maxLength={PASSKEY_NAME_MAX_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fieldError(blank ? 'Enter a name.' : undefined)}
        />
        <ProofField proof={proof} />
      </form>
    </Dialog>
  );
}
