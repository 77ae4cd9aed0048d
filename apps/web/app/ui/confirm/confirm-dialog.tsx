import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './confirm-dialog.module.css';

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
  const close = busy ? () => undefined : onClose;
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={480}
      padding={0}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: css.content ?? '', header: css.header ?? '', title: css.title ?? '', body: css.body ?? '' }}
    >
      <div className={css.text}>{children}</div>
      <div className={css.foot}>
        <Button variant="default" onClick={close} disabled={busy} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={onConfirm} disabled={busy}>
          {busy ? busyAction : action}
        </Button>
      </div>
    </Modal>
  );
}
