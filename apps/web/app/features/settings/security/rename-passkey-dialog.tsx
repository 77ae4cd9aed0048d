import { PASSKEY_NAME_MAX_LENGTH } from '@notafter/domain';
import { Field } from '../../../ui/form/field.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import type { Passkey } from './types.ts';

interface RenamePasskeyDialogProps {
  readonly passkey: Passkey;
  /** Rejects with the call's error. */
  readonly onRename: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

export default function RenamePasskeyDialog({ passkey, onRename, onClose }: RenamePasskeyDialogProps) {
  const form = useForm({
    initial: { name: passkey.name },
    check: ({ name }) => (name.trim() === '' ? { name: 'Enter a name.' } : {}),
    failed: 'Failed to rename the passkey',
    submit: ({ name }) => onRename(name.trim()).then(onClose),
  });
  return (
    <FormDialog form={form} title={`Rename ${passkey.name}`} action="Rename" busyAction="Saving..." onClose={onClose}>
      <Field {...form.field('name')} label="Name" size="lg" maxLength={PASSKEY_NAME_MAX_LENGTH} data-autofocus />
    </FormDialog>
  );
}
