import { type ReactNode, useId } from 'react';
import css from './panel.module.css';

interface PanelProps {
  /** Heading of the panel; one without a heading needs `label`. */
  readonly title?: string;
  readonly label?: string;
  /** Beside the heading, e.g. a count. */
  readonly count?: ReactNode;
  /** At the far end of the head. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A bordered surface with an optional head. */
export function Panel({ title, label, count, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section className={css.panel} {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': id })}>
      {title === undefined ? null : (
        <header className={css.head}>
          <h2 id={id}>{title}</h2>
          {count}
          {aside === undefined ? null : <span className={css.aside}>{aside}</span>}
        </header>
      )}
      {children}
    </section>
  );
}
