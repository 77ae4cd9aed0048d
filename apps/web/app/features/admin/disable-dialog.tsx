import { useTRPC } from '../../api/trpc.ts';
import { useAction } from '../../ui/action/use-action.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { failedWith } from './failed-with.ts';
import type { AdminOrganization } from './types.ts';

interface DisableDialogProps {
  readonly organization: AdminOrganization;
  readonly onClose: () => void;
}

/** Enables a disabled organization, disables any other. */
export default function DisableDialog({ organization: { id, name, disabled }, onClose }: DisableDialogProps) {
  const { admin } = useTRPC();
  const verb = disabled ? 'enable' : 'disable';
  const attempt = `Failed to ${verb} organization`;
  const change = useAction(admin.disable.mutationOptions(), {
    ...{ done: `Organization ${verb}d successfully!`, failed: attempt, refresh: [admin.pathFilter()] },
  });
  const form = useForm({
    initial: {},
    failed: attempt,
    problems: failedWith(attempt),
    submit: async () => {
      await change.send({ id, disabled: !disabled });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`${disabled ? 'Enable' : 'Disable'} ${name}`}
      action={disabled ? 'Enable' : 'Disable'}
      busyAction={disabled ? 'Enabling...' : 'Disabling...'}
      danger={!disabled}
      cautious
      onClose={onClose}
    >
      <div>
        {disabled
          ? 'Its people can sign in again, and its tokens and keys work again. Messages that waited are sent.'
          : 'Nobody of it can sign in, and none of its tokens and keys works. Certificates are still checked. Messages wait until the organization is enabled.'}
      </div>
    </FormDialog>
  );
}
