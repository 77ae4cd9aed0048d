import type { ReactNode } from 'react';
import css from './fact-list.module.css';

interface FactListProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names and values below each other, as in a dialog that shows one row in full. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
