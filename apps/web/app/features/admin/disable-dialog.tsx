import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { failedWith, useAdminAction } from './admin-action.ts';
import type { AdminOrganization } from './types.ts';

interface DisableDialogProps {
  readonly organization: AdminOrganization;
  readonly onClose: () => void;
}

/** Enables a disabled organization, disables any other. */
export default function DisableDialog({ organization: { id, name, disabled }, onClose }: DisableDialogProps) {
  const change = useMutation(useTRPC().admin.disable.mutationOptions());
  const act = useAdminAction();
  const verb = disabled ? 'enable' : 'disable';
  const attempt = `Failed to ${verb} organization`;
  const form = useForm({
    initial: {},
    failed: attempt,
    problems: failedWith(attempt),
    submit: async () => {
      await act(() => change.mutateAsync({ id, disabled: !disabled }), `Organization ${verb}d successfully!`);
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
