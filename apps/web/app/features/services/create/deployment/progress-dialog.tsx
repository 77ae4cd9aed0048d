import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Note } from '../../../../ui/note/note.tsx';
import { ProgressLine } from '../../../../ui/progress/progress-line.tsx';
import { showSuccess } from '../../../../ui/toasts/show-toast.ts';
import { CancelOperation, OperationProgress } from '../../operation/operation-progress.tsx';
import { isServiceGone, useService } from '../../use-service.ts';
import { DEPLOYMENT_FAILED, type Deployment } from './use-deployment.ts';

interface ProgressDialogProps {
  /** Null until the server answers. */
  readonly resourceId: string | null;
  /** With null after a cancel, which leaves no service. */
  readonly onEnd: Deployment['end'];
}

/** The steps of a deployment as they run. Leaving the dialog leaves the deployment as it is. */
export function ProgressDialog({ resourceId, onEnd }: ProgressDialogProps) {
  const navigate = useNavigate();
  const { data: service, error } = useService(resourceId, true);
  const operation = service?.operation ?? null;
  const isGone = isServiceGone(error);
  useEffect(() => {
    if (resourceId === null) return;
    if (isGone) {
      showSuccess('Deployment cancelled');
      onEnd(null);
    } else if (service !== undefined && service.operation === null) {
      onEnd(
        service.runningSince === null
          ? { name: 'failed', message: service.problem ?? DEPLOYMENT_FAILED }
          : { name: 'complete', resourceId },
      );
    }
  }, [resourceId, service, isGone, onEnd]);
  return (
    <Dialog
      title="The deploy is in progress"
      busy={resourceId === null}
      onlyByButton
      onClose={() => navigate('/services')}
      foot={operation === null ? undefined : <CancelOperation operation={operation} />}
    >
      {operation === null ? (
        <ProgressLine label="Deployment" value={0} max={100} />
      ) : (
        <>
          <OperationProgress operation={operation} label="Deployment" />
          <Note mt="sm">You can close this dialog: the deployment continues, and Services shows how far it is.</Note>
        </>
      )}
    </Dialog>
  );
}
