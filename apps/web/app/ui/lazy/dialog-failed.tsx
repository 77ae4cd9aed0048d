import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useFocusBack } from '../dialog/use-focus-back.ts';
import { reloadPage } from '../errors/reload.ts';
import { StatusMark } from '../status/status-mark.tsx';
import css from './dialog-failed.module.css';

/** Spec 1 section 9. */
export const FAILED_TITLE = 'Loading chunk failed';

interface DialogFailedProps {
  readonly what: 'dialog' | 'menu';
  readonly onClose: () => void;
}

/** Replaces a dialog whose code did not load. It is the browser's own dialog, because the code of ours may be what is missing. */
export function DialogFailed({ what, onClose }: DialogFailedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();
  useFocusBack(true);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return createPortal(
    <dialog ref={dialog} className={css.dialog} aria-labelledby={titleId} aria-describedby={textId} onClose={onClose}>
      <div className={css.main}>
        <StatusMark tone="expired" />
        <h2 id={titleId} className={css.title}>
          {FAILED_TITLE}
        </h2>
        <p id={textId} className={css.text}>
          This {what} could not be loaded. Reload the page to open it. Unsaved changes on this page will be lost.
        </p>
      </div>
      <div className={css.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={reloadPage}>Reload</Button>
      </div>
    </dialog>,
    document.body,
  );
}
