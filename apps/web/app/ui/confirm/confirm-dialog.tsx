import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../dialog/dialog.tsx';

interface ConfirmDialogProps {
  /** Names the object, e.g. `Delete 3 certificates`. */
  readonly title: string;
  /** What ends and what stays. */
  readonly children: ReactNode;
  /** The verb with its object; the only solid red of a screen. */
  readonly action: string;
  readonly busyAction: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is lost. It cannot be left while the action is under way. */
export default function ConfirmDialog({ title, children, action, busyAction, busy, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={onConfirm} disabled={busy}>
            {busy ? busyAction : action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
