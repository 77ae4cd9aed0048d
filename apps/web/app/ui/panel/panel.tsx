import { type ReactNode, useId } from 'react';
import { type MarkTone, StatusMark } from '../status/status-mark.tsx';
import css from './panel.module.css';

interface PanelProps {
  /** Heading of the panel, and its name unless `label` says more. */
  readonly title?: string | undefined;
  readonly label?: string | undefined;
  /** A status shown before the heading and at its edge. */
  readonly tone?: MarkTone;
  /** Beside the heading, e.g. a count. */
  readonly count?: ReactNode;
  /** At the far end of the head. */
  readonly aside?: ReactNode;
  /** Below everything, divided by a line. */
  readonly foot?: ReactNode;
  /** For what the plan does not include: a dashed edge. */
  readonly locked?: boolean;
  readonly children: ReactNode;
}

/** A bordered surface with an optional head and foot. */
export function Panel({ title, label, tone, count, aside, foot, locked = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={css.panel} data-locked={locked} {...(label === undefined ? { 'aria-labelledby': id } : { 'aria-label': label })}>
      {title === undefined ? null : (
        <header className={css.head} data-tone={tone}>
          {tone === undefined ? null : <StatusMark tone={tone} />}
          <h2 id={id}>{title}</h2>
          {count}
          {aside === undefined ? null : <span className={css.aside}>{aside}</span>}
        </header>
      )}
      {children}
      {foot === undefined ? null : <footer className={css.foot}>{foot}</footer>}
    </section>
  );
}
