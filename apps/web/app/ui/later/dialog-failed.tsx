import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useFocusBack } from '../dialog/use-focus-back.ts';
import { StatusMark } from '../status/status-mark.tsx';
import css from './dialog-failed.module.css';
import { FAILED_TITLE, failedText } from './failure-texts.ts';
import type { LoadFailure } from './load-failure.ts';

interface DialogFailedProps {
  readonly what: 'dialog' | 'menu';
  readonly failure: LoadFailure;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** In the place of a dialog that did not come. The browser's own, because the code of ours is what may be missing. */
export function DialogFailed({ what, failure, onRetry, onClose }: DialogFailedProps) {
  const place = useRef<HTMLDialogElement>(null);
  const title = useId();
  const text = useId();
  useFocusBack(true);
  useEffect(() => {
    if (place.current?.open === false) place.current.showModal();
  }, []);
  return createPortal(
    <dialog ref={place} className={css.dialog} aria-labelledby={title} aria-describedby={text} onClose={onClose}>
      <div className={css.main}>
        <StatusMark tone="expired" />
        <h2 id={title} className={css.title}>
          {FAILED_TITLE}
        </h2>
        <p id={text} className={css.text}>
          {failedText(what, failure)}
        </p>
      </div>
      <div className={css.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {failure === 'other-build' ? (
          <Button onClick={() => window.location.reload()}>Reload</Button>
        ) : (
          <Button onClick={onRetry}>Try Again</Button>
        )}
      </div>
    </dialog>,
    document.body,
  );
}
