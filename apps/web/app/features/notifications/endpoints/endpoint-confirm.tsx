import { useState } from 'react';
import { Banner } from '../../../ui/banner/banner.tsx';
import ConfirmDialog from '../../../ui/confirm/confirm-dialog.tsx';
import { failureText } from '../failure-text.ts';
import css from './endpoints.module.css';

const words = {
  rotate: {
    title: (name: string) => `Rotate the secret of ${name}`,
    text: 'We create a new signing secret and show it once. The old secret works for 24 more hours.',
    action: 'Rotate Secret',
    busyAction: 'Rotating...',
    failed: 'Failed to rotate the secret',
  },
  delete: {
    title: (name: string) => `Delete ${name}`,
    text: 'We stop sending events to this endpoint and delete its delivery log. This action cannot be undone.',
    action: 'Delete Endpoint',
    busyAction: 'Deleting...',
    failed: 'Failed to delete the endpoint',
  },
} as const;

interface EndpointConfirmProps {
  readonly what: keyof typeof words;
  readonly name: string;
  /** Rejects with what it failed with. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a secret is rotated or an endpoint deleted; says in place why that failed. */
export default function EndpointConfirm({ what, name, onConfirm, onClose }: EndpointConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { title, text, action, busyAction, failed } = words[what];
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(failureText(error, failed));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      title={title(name)}
      action={action}
      busyAction={busyAction}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div className={css.form}>
        <p>{text}</p>
        {failure === null ? null : (
          <Banner tone="expired" role="alert">
            {failure}
          </Banner>
        )}
      </div>
    </ConfirmDialog>
  );
}
