import { Checkbox } from '@mantine/core';
import { dateTimeText } from '@notafter/domain';
import { useNavigate } from '@remix-run/react';
import { useTRPC } from '../../../../api/trpc.ts';
import { useAction } from '../../../../ui/action/use-action.ts';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../../ui/form/use-form.tsx';
import type { ServiceBackup } from '../../types.ts';

interface RestoreDialogProps {
  readonly backup: Pick<ServiceBackup, 'id' | 'resourceId' | 'takenAt'>;
  readonly into: 'same' | 'new';
  readonly onClose: () => void;
}

const failed = 'Failed to start the restore';

/** Restores a backup as a new service, or into its own one instead of the present data. */
export default function RestoreDialog({ backup: { id, resourceId, takenAt }, into, onClose }: RestoreDialogProps) {
  const navigate = useNavigate();
  const { services } = useTRPC();
  const restore = useAction(services.restore.mutationOptions(), { failed, refresh: [services.pathFilter()] });
  const form = useForm({
    initial: { backsUpFirst: true },
    failed,
    submit: async ({ backsUpFirst }) => {
      const restored = await restore.send({ id, into, backsUpFirst });
      onClose();
      if (into === 'new') navigate(`/services/${restored.resourceId}`);
    },
  });
  const taken = dateTimeText(takenAt);
  if (into === 'new') {
    return (
      <FormDialog form={form} title="Restore as new service" action="Restore" busyAction="Restoring..." onClose={onClose}>
        <div>
          A new service gets the data of {resourceId} as of {taken}, on the same plan and with a new password. It is charged like any other
          service.
        </div>
      </FormDialog>
    );
  }
  return (
    <FormDialog
      form={form}
      title={`Restore into ${resourceId}`}
      action="Replace Data"
      busyAction="Restoring..."
      danger
      cautious
      onClose={onClose}
    >
      <div>All present data is replaced by that of {taken}. Clients can't connect meanwhile. The password stays as it is.</div>
      <Checkbox
        {...form.box('backsUpFirst')}
        label="Back up the present data first"
        description="If that fails, nothing is changed. Switch it off if the service no longer runs."
      />
    </FormDialog>
  );
}
