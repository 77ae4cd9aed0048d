import type { ReactNode } from 'react';
import css from './toolbar.module.css';

interface ToolbarProps {
  /** Search and filters. */
  readonly children?: ReactNode;
  /** Actions, at the end of the row. */
  readonly end?: ReactNode;
  /** Above a panel instead of at its top, without an edge. */
  readonly plain?: boolean;
}

/** Search, filters and actions of a list in one row, which wraps where it has no room. Fields share the width of a phone. */
export function Toolbar({ children, end, plain = false }: ToolbarProps) {
  return (
    <div className={css.toolbar} data-plain={plain}>
      {children}
      {end === undefined ? null : <div className={css.end}>{end}</div>}
    </div>
  );
}
