import { countText } from '@notafter/domain';
import { type ReactNode, useId } from 'react';
import { Count } from '../badge/badge.tsx';
import { type MarkTone, StatusMark } from '../status/status-mark.tsx';
import css from './panel.module.css';

interface PanelProps {
  /** Heading of the panel, and its name unless `label` says more. */
  readonly title?: string | undefined;
  readonly label?: string | undefined;
  /** A status shown before the heading and at its edge. */
  readonly tone?: MarkTone;
  /** Beside the heading. */
  readonly count?: number | string | undefined;
  /** At the far end of the head. */
  readonly aside?: ReactNode;
  /** Below everything, divided by a line. */
  readonly foot?: ReactNode;
  /** For what the plan does not include: a dashed edge. */
  readonly locked?: boolean;
  readonly children: ReactNode;
}

const isShown = (part: ReactNode): boolean => part !== undefined && part !== null;

/** A bordered surface with an optional head and foot. */
export function Panel({ title, label, tone, count, aside, foot, locked = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={css.panel} data-locked={locked} {...(label === undefined ? { 'aria-labelledby': id } : { 'aria-label': label })}>
      {title === undefined ? null : (
        <header className={css.head} data-tone={tone}>
          {tone === undefined ? null : <StatusMark tone={tone} />}
          <h2 id={id}>{title}</h2>
          {count === undefined ? null : <Count>{typeof count === 'number' ? countText(count) : count}</Count>}
          {isShown(aside) ? <span className={css.aside}>{aside}</span> : null}
        </header>
      )}
      {children}
      {isShown(foot) ? <footer className={css.foot}>{foot}</footer> : null}
    </section>
  );
}
