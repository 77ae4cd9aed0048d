import { Banner } from '../../ui/banner/banner.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { EnvironmentForm } from './environment-form.tsx';
import css from './environments.module.css';
import type { Environment } from './types.ts';
import type { useEnvironments } from './use-environments.ts';

interface EnvironmentDialogProps {
  /** Null for a new one. */
  readonly edited: Environment | null;
  readonly environments: ReturnType<typeof useEnvironments>;
  readonly onClose: () => void;
}

export default function EnvironmentDialog({ edited, environments, onClose }: EnvironmentDialogProps) {
  const { failure, busy, save } = environments;
  return (
    <Dialog title={edited === null ? 'Create Environment' : 'Edit Environment'} busy={busy} onClose={onClose}>
      {failure === null ? null : (
        <div className={css.failure}>
          <Banner tone="expired" role="alert">
            {failure}
          </Banner>
        </div>
      )}
      <EnvironmentForm
        edited={edited}
        busy={busy}
        onSave={async (fields) => {
          if (await save(fields, edited)) onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
