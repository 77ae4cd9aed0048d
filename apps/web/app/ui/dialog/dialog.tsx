import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './dialog.module.css';
import { useFocusBack } from './use-focus-back.ts';

interface DialogProps {
  /** Names the object, e.g. `Delete 3 certificates`. */
  readonly title: string;
  readonly children: ReactNode;
  /** Cancel and one action, labelled with the verb; absent if the dialog is only for reading. */
  readonly foot?: ReactNode;
  readonly size?: number;
  /** It cannot be left while the action is under way. */
  readonly busy?: boolean;
  /** A key or a click beside it does not close it: what it shows is not seen again. */
  readonly onlyByButton?: boolean;
  readonly onClose: () => void;
}

/** The frame of every dialog. Load what uses it when it is first opened: Mantine's modal is large. */
export function Dialog({ title, children, foot, size = 480, busy = false, onlyByButton = false, onClose }: DialogProps) {
  useFocusBack(true);
  return (
    <Modal
      opened
      onClose={busy ? () => undefined : onClose}
      closeOnEscape={!onlyByButton}
      closeOnClickOutside={!onlyByButton}
      title={title}
      size={size}
      padding={0}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: css.content ?? '', header: css.header ?? '', body: css.body ?? '' }}
    >
      <div className={css.main}>{children}</div>
      {foot === undefined ? null : <div className={css.foot}>{foot}</div>}
    </Modal>
  );
}
