import { deviceOf, PASSKEY_NAME_MAX_LENGTH } from '@notafter/domain';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { ProofField, useProof } from './prove-dialog.tsx';
import type { Passkey, Proof, TwoFactor } from './two-factor.ts';

interface AddPasskeyDialogProps {
  readonly view: TwoFactor;
  readonly onAdd: (added: { readonly name: string; readonly proof: Proof }) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Names a passkey and lets the browser create it. */
export function AddPasskeyDialog({ view, onAdd, onClose }: AddPasskeyDialogProps) {
  const proof = useProof({
    view,
    name: deviceOf(globalThis.navigator.userAgent) ?? 'Passkey',
    failed: 'Failed to add the passkey',
    submit: (given, name) => onAdd({ name, proof: given }).then(onClose),
  });
  return (
    <FormDialog form={proof.form} title="Add Passkey" action="Continue" busyAction="Waiting for your device..." onClose={onClose}>
      <p>Your device asks for your fingerprint, face or PIN next. It keeps the key; this server gets the public half.</p>
      <Field
        {...proof.form.field('name')}
        label="Name"
        description="A name to recognize this device by."
        size="lg"
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        data-autofocus
      />
      <ProofField proof={proof} />
    </FormDialog>
  );
}

interface RenamePasskeyDialogProps {
  readonly passkey: Passkey;
  /** Rejects with the call's error. */
  readonly onRename: (renamed: { readonly id: string; readonly name: string }) => Promise<unknown>;
  readonly onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onRename, onClose }: RenamePasskeyDialogProps) {
  const form = useForm({
    initial: { name: passkey.name },
    check: ({ name }) => (name.trim() === '' ? { name: 'Enter a name.' } : {}),
    failed: 'Failed to rename the passkey',
    submit: ({ name }) => onRename({ id: passkey.id, name: name.trim() }).then(onClose),
  });
  return (
    <FormDialog form={form} title={`Rename ${passkey.name}`} action="Rename" busyAction="Saving..." onClose={onClose}>
      <Field {...form.field('name')} label="Name" size="lg" maxLength={PASSKEY_NAME_MAX_LENGTH} data-autofocus />
    </FormDialog>
  );
}
