import type { ReactNode } from 'react';
import css from './hint.module.css';

interface HintProps {
  /** The same words as the control's own label: readers take them from there. */
  readonly text: string;
  /** Which edge it keeps to: `end` near the right side of the window. */
  readonly align?: 'center' | 'end';
  readonly children: ReactNode;
}

/** A tooltip in plain CSS, for controls that are only an icon; shown on hover and on the keyboard's focus. */
export function Hint({ text, align = 'center', children }: HintProps) {
  return (
    <span className={css.place}>
      {children}
      <span className={css.hint} data-align={align} role="tooltip" aria-hidden="true">
        {text}
      </span>
    </span>
  );
}
