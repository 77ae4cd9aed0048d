import ConfirmDialog from '../../ui/dialog/confirm-dialog.tsx';
import { InlineQuestion } from '../../ui/form/inline-question.tsx';
import { REMOVAL_FAILED } from './environment-texts.ts';
import type { Environment } from './types.ts';
import type { Environments } from './use-environments.ts';

interface RemovalProps {
  readonly environment: Environment;
  readonly environments: Environments;
  /** Called after the removal and on Cancel. */
  readonly onClose: () => void;
}

const question = 'Are you sure? This will fail if certificates are assigned to this environment.';
const action = { action: 'Delete Environment', busyAction: 'Deleting...', failed: REMOVAL_FAILED };

export default function RemoveEnvironmentDialog({ environment, environments, onClose }: RemovalProps) {
  return (
    <ConfirmDialog title={`Delete ${environment.name}`} {...action} onConfirm={() => environments.remove(environment)} onClose={onClose}>
      {question}
    </ConfirmDialog>
  );
}

export function InlineRemoval({ environment, environments, onClose }: RemovalProps) {
  return (
    <InlineQuestion
      label={`Delete ${environment.name}`}
      {...action}
      onConfirm={() => environments.remove(environment).then(onClose)}
      onCancel={onClose}
    >
      <strong>{environment.name}:</strong> {question}
    </InlineQuestion>
  );
}
