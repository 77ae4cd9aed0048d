import ConfirmDialog from '../../../ui/dialog/confirm-dialog.tsx';

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

/** Asks before a secret is rotated or an endpoint deleted. */
export default function EndpointConfirm({ what, name, ...dialog }: EndpointConfirmProps) {
  const { title, text, ...action } = words[what];
  return (
    <ConfirmDialog {...action} {...dialog} title={title(name)}>
      {text}
    </ConfirmDialog>
  );
}
