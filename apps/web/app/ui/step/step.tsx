import { type ReactNode, useEffect, useRef } from 'react';
import css from './step.module.css';

interface StepProps {
  /** Of the element, for `useScrollToStep`. */
  readonly id: string;
  readonly number: number;
  readonly title: string;
  /** A few words beside the title. */
  readonly note?: string;
  /** At the far end of the head. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** One of the numbered steps of a choice, shown when the step before is done. */
export function Step({ id, number, title, note, aside, children }: StepProps) {
  return (
    <section className={css.step} id={id} aria-labelledby={`${id}-title`}>
      <div className={css.head}>
        <span className={css.number} aria-hidden="true">
          {number}
        </span>
        <h2 id={`${id}-title`}>{title}</h2>
        {note === undefined ? null : <span className={css.note}>{note}</span>}
        {aside === undefined ? null : <span className={css.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}

const prefersStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Returns a function that scrolls to a step once it is drawn. Call it with the change that opens the step. */
export function useScrollToStep(): (id: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    document.getElementById(wanted.current)?.scrollIntoView({ block: 'start', behavior: prefersStill() ? 'auto' : 'smooth' });
    wanted.current = null;
  });
  return (id) => {
    wanted.current = id;
  };
}
