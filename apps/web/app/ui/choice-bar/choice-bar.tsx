import type { ReactNode } from 'react';
import css from './choice-bar.module.css';

interface Slot {
  readonly label: string;
  /** Null until it is chosen. */
  readonly value: string | null;
  readonly note?: string | undefined;
  /** Takes the place of the value. */
  readonly none: string;
}

interface WithChoiceBarProps {
  /** Names the bar to screen readers. */
  readonly label: string;
  readonly slots: readonly Slot[];
  /** A figure before the button. */
  readonly figure?: ReactNode;
  /** The one action that all choices lead to. */
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** A screen of choices above a floating bar, which says what is chosen so far. */
export function WithChoiceBar({ label, slots, figure, action, children }: WithChoiceBarProps) {
  return (
    <div className={css.screen}>
      {children}
      <section className={css.bar} aria-label={label}>
        <dl className={css.slots}>
          {slots.map(({ label: name, value, note, none }) => (
            <div key={name} className={css.slot}>
              <dt>{name}</dt>
              {value === null ? (
                <dd data-none>{none}</dd>
              ) : (
                <dd>
                  {value} {note === undefined ? null : <small>{note}</small>}
                </dd>
              )}
            </div>
          ))}
        </dl>
        <div className={css.end}>
          {figure === undefined ? null : <span className={css.figure}>{figure}</span>}
          {action}
        </div>
      </section>
    </div>
  );
}
