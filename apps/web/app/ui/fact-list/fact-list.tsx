import type { ReactNode } from 'react';
import css from './fact-list.module.css';

declare module 'react' {
  interface CSSProperties {
    '--names'?: string;
  }
}

interface FactListProps {
  /** A fact whose value is null is left out. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Width of the names in pixels. */
  readonly names?: number;
}

/** Names and values below each other, as in a dialog that shows one row in full. */
export function FactList({ facts, names = 140 }: FactListProps) {
  return (
    <dl className={css.facts} style={{ '--names': `${names}px` }}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
