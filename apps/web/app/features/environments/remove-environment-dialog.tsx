import { Banner } from '../../ui/banner/banner.tsx';
import ConfirmDialog from '../../ui/confirm/confirm-dialog.tsx';
import css from './environments.module.css';
import type { Environment } from './types.ts';
import type { useEnvironments } from './use-environments.ts';

interface RemoveEnvironmentDialogProps {
  readonly environment: Environment;
  readonly environments: ReturnType<typeof useEnvironments>;
  readonly onClose: () => void;
}

export default function RemoveEnvironmentDialog({ environment, environments, onClose }: RemoveEnvironmentDialogProps) {
  const { failure, busy, remove } = environments;
  const confirm = async (): Promise<void> => {
    if (await remove(environment)) onClose();
  };
  return (
    <ConfirmDialog
      title={`Delete ${environment.name}`}
      action="Delete Environment"
      busyAction="Deleting..."
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {failure === null ? null : (
        <div className={css.failure}>
          <Banner tone="expired" role="alert">
            {failure}
          </Banner>
        </div>
      )}
      <p>Are you sure? This will fail if certificates are assigned to this environment.</p>
    </ConfirmDialog>
  );
}
