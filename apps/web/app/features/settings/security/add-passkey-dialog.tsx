import { deviceOf, PASSKEY_NAME_MAX_LENGTH } from '@notafter/domain';
import { Field } from '../../../ui/form/field.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { ProofField } from './proof-field.tsx';
import type { Proof, TwoFactor } from './types.ts';
import { useProof } from './use-proof.ts';

interface AddPasskeyDialogProps {
  readonly view: TwoFactor;
  readonly onAdd: (name: string, proof: Proof) => Promise<void>;
  readonly onClose: () => void;
}

/** Names a passkey and lets the browser create it. */
export default function AddPasskeyDialog({ view, onAdd, onClose }: AddPasskeyDialogProps) {
  const proof = useProof({
    view,
    name: deviceOf(globalThis.navigator.userAgent) ?? 'Passkey',
    failed: 'Failed to add the passkey',
    submit: (given, name) => onAdd(name, given).then(onClose),
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
