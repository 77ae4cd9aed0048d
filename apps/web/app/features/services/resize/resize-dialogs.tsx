import { Anchor, Button } from '@mantine/core';
import { Link, useNavigate } from '@remix-run/react';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProgressLine } from '../../../ui/progress/progress-line.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { CancelOperation, OperationProgress } from '../operation/operation-progress.tsx';
import type { ServiceDetail } from '../types.ts';
import type { ResizeStage } from './use-resize.ts';

interface ResizeDialogsProps {
  readonly stage: ResizeStage;
  readonly service: ServiceDetail;
  /** Leaves the resize as it is. */
  readonly onClose: () => void;
}

/** The dialog of each stage of a resize. */
export default function ResizeDialogs({ stage, service: { resourceId, operation }, onClose }: ResizeDialogsProps) {
  const navigate = useNavigate();
  const leave = (): void => navigate('/services');
  if (stage.name === 'complete') {
    return (
      <Dialog
        title="The instance was resized correctly"
        onClose={leave}
        foot={
          <Button data-autofocus onClick={leave}>
            Close
          </Button>
        }
      >
        <StatusLine tone="valid" plain>
          <Anchor component={Link} to={`/services/${resourceId}`} underline="always" inherit>
            {resourceId}
          </Anchor>{' '}
          runs with its new size.
        </StatusLine>
      </Dialog>
    );
  }
  return (
    <Dialog
      title="The resizing is in progress"
      busy={stage.name === 'sending'}
      onlyByButton
      onClose={onClose}
      foot={operation === null ? undefined : <CancelOperation operation={operation} />}
    >
      {operation === null ? (
        <ProgressLine label="Resize" value={0} max={100} />
      ) : (
        <OperationProgress operation={operation} label="Resize" />
      )}
    </Dialog>
  );
}
