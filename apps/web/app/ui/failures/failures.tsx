import type { ReactNode } from 'react';
import { IconButton } from '../buttons/buttons.tsx';
import { type MarkTone, StatusMark } from '../status/status-mark.tsx';
import css from './failures.module.css';

interface FailuresProps {
  readonly label: string;
  readonly tone: MarkTone;
  /** One sentence with the figures. */
  readonly title: ReactNode;
  readonly dismissLabel: string;
  readonly onDismiss: () => void;
  /** `Failure`s and other list items. */
  readonly children?: ReactNode;
}

/** The end of long work of which parts failed: what, and why each did, until dismissed. */
export function Failures({ label, tone, title, dismissLabel, onDismiss, children }: FailuresProps) {
  return (
    <section className={css.failures} data-tone={tone} aria-label={label}>
      <div className={css.head}>
        <StatusMark tone={tone} />
        <strong>{title}</strong>
        <IconButton icon="close" label={dismissLabel} onClick={onDismiss} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, which the keyboard must reach */}
      <ul className={css.list} tabIndex={0}>
        {children}
      </ul>
    </section>
  );
}

interface FailureProps {
  readonly name: ReactNode;
  /** The reason. */
  readonly children: ReactNode;
}

export function Failure({ name, children }: FailureProps) {
  return (
    <li className={css.failure}>
      {name}
      <span>{children}</span>
    </li>
  );
}
