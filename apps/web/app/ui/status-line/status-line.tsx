import type { ReactNode } from 'react';
import { type MarkTone, StatusMark } from '../status/status-mark.tsx';
import css from './status-line.module.css';

interface StatusLineProps {
  readonly tone: MarkTone;
  /** Leaves the text in the color around it. */
  readonly plain?: boolean;
  /** For a problem: a paragraph that screen readers announce. */
  readonly alert?: boolean;
  /** Longer text ends after 3 lines. */
  readonly lines?: 3;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A mark and its text without a surface: a state in a cell, or the reason below it. */
export function StatusLine({ tone, plain = false, alert = false, lines, title, children }: StatusLineProps) {
  const As = alert ? 'p' : 'span';
  return (
    <As
      className={css.line}
      data-tone={tone}
      data-plain={plain || undefined}
      data-lines={lines}
      title={title}
      role={alert ? 'alert' : undefined}
    >
      <StatusMark tone={tone} />
      <span>{children}</span>
    </As>
  );
}
