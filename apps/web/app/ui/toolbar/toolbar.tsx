import type { ReactNode } from 'react';
import css from './toolbar.module.css';

interface ToolbarProps {
  /** Takes the room that filters leave. */
  readonly search?: ReactNode;
  /** Filters. */
  readonly children?: ReactNode;
  /** Actions, at the end of the row. */
  readonly end?: ReactNode;
  /** Above a panel instead of at its top, without an edge. */
  readonly plain?: boolean;
}

/** Search, filters and actions of a list in one row, which wraps if it has no room. Fields share the width of a phone. */
export function Toolbar({ search, children, end, plain = false }: ToolbarProps) {
  return (
    <div className={css.toolbar} data-plain={plain}>
      {search === undefined ? null : <div className={css.search}>{search}</div>}
      {children}
      {end === undefined ? null : <div className={css.end}>{end}</div>}
    </div>
  );
}
