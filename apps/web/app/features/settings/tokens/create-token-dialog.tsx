import { CREDENTIAL_NAME_MAX_LENGTH } from '@notafter/domain';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { LifetimeSelect, lifetimeOf } from '../credentials/lifetime-select.tsx';
import type { NewToken } from '../types.ts';

interface CreateTokenDialogProps {
  /** Rejects with the call's error. */
  readonly onCreate: (token: NewToken) => Promise<void>;
  readonly onClose: () => void;
}

export default function CreateTokenDialog({ onCreate, onClose }: CreateTokenDialogProps) {
  const form = useForm({
    initial: { name: '', expiresIn: String(null) },
    failed: 'Failed to create token',
    submit: ({ name, expiresIn }) => onCreate({ name: name.trim(), expiresIn: lifetimeOf(expiresIn) }),
  });
  return (
    <FormDialog
      form={form}
      title="Create Token"
      action="Create"
      busyAction="Creating..."
      incomplete={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <Field
        {...form.field('name')}
        label="Name"
        description="A name that says what the token is for. It acts as you, with your role."
        maxLength={CREDENTIAL_NAME_MAX_LENGTH}
        data-autofocus
      />
      <LifetimeSelect {...form.field('expiresIn')} />
    </FormDialog>
  );
}
