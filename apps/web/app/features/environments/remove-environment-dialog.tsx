import ConfirmDialog from '../../ui/dialog/confirm-dialog.tsx';
import type { Environment } from './types.ts';
import type { useEnvironments } from './use-environments.ts';

interface RemoveEnvironmentDialogProps {
  readonly environment: Environment;
  readonly environments: ReturnType<typeof useEnvironments>;
  readonly onClose: () => void;
}

export default function RemoveEnvironmentDialog({ environment, environments, onClose }: RemoveEnvironmentDialogProps) {
  return (
    <ConfirmDialog
      title={`Delete ${environment.name}`}
      action="Delete Environment"
      busyAction="Deleting..."
      failed="Failed to delete environment"
      onConfirm={() => environments.sendRemoval(environment)}
      onClose={onClose}
    >
      Are you sure? This will fail if certificates are assigned to this environment.
    </ConfirmDialog>
  );
}
