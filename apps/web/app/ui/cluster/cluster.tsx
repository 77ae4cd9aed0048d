import { countText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { type MarkTone, StatusMark } from '../status/status-mark.tsx';
import css from './cluster.module.css';

/** Related figures in one bordered panel with dividers. */
export function Cluster({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <nav className={css.cluster} aria-label={label}>
      {children}
    </nav>
  );
}

interface ClusterCellProps {
  readonly label: string;
  /** Instead of the label below 768 px, where four cells share a phone's width; readers hear the whole one. */
  readonly shortLabel?: string;
  readonly tone?: MarkTone;
  readonly value: number;
  /** The small text beside the figure. */
  readonly note?: ReactNode;
  /** Where the cell leads, e.g. the list filtered by it. */
  readonly to: string;
  readonly active: boolean;
}

/** One figure that filters by itself. Zero is quiet: a grey shape and a grey figure. */
export function ClusterCell({ label, shortLabel, tone, value, note, to, active }: ClusterCellProps) {
  return (
    <Link to={to} className={css.cell} preventScrollReset {...(active ? { 'aria-current': 'true' as const } : {})}>
      <span className={css.label}>
        {tone === undefined ? null : <StatusMark tone={tone} plain={value === 0} />}
        {shortLabel === undefined ? (
          label
        ) : (
          <>
            <span className={css.whole}>{label}</span>
            <span className={css.short} aria-hidden="true">
              {shortLabel}
            </span>
          </>
        )}
      </span>
      <span className={css.figure} data-zero={value === 0}>
        {countText(value)} {note === undefined ? null : <small>{note}</small>}
      </span>
    </Link>
  );
}
