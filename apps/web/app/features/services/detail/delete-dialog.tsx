import { Checkbox } from '@mantine/core';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { useService } from '../use-service.ts';

interface DeleteDialogProps {
  readonly resourceId: string;
  /** Whether this screen asked for the deletion. */
  readonly onDelete: (isOwn: boolean) => void;
  readonly onClose: () => void;
}

const failed = 'Failed to delete the service';

/** Asks before a service is deleted, and offers a final backup if it can be taken. */
export default function DeleteDialog({ resourceId, onDelete, onClose }: DeleteDialogProps) {
  // It may have an operation at first, which ends while this is open.
  const { data: service } = useService(resourceId);
  const { services } = useTRPC();
  const remove = useAction(services.delete.mutationOptions(), { failed, refresh: [services.pathFilter()] });
  const canBackUp = service?.backups.reasonAgainst === null && service.runningSince !== null && service.operation === null;
  const form = useForm({
    initial: { backsUpFirst: false },
    failed,
    submit: async ({ backsUpFirst }) => {
      onDelete(true);
      try {
        await remove.send(backsUpFirst ? { resourceId, backsUpFirst } : { resourceId });
      } catch (error) {
        onDelete(false);
        throw error;
      }
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={`Delete ${resourceId}`} action="Delete" busyAction="Deleting..." danger cautious onClose={onClose}>
      <div>Are you sure you want to delete this service? This action is irreversible and all data will be lost.</div>
      {canBackUp ? (
        <Checkbox
          {...form.box('backsUpFirst')}
          label="Take a final backup first"
          description="The service is deleted once the backup is good. The backup stays for 30 days."
        />
      ) : null}
    </FormDialog>
  );
}
