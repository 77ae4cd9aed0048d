import type { ReactNode } from 'react';
import css from './pager.module.css';
import { Pager, PageSizes } from './pager.tsx';
import { type TableSize, tableSizes } from './use-pages.ts';

interface TurnedPages {
  /** `1–10 of 48` */
  readonly text: string;
  /** Null at that end of the list. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  /** Absent if all pages have one size. */
  readonly size?: TableSize;
  readonly setSize?: (size: TableSize) => void;
  /** False if all rows fit on the smallest page. */
  readonly needed?: boolean;
}

interface TableFootProps {
  /** From `usePages`, or made of the server's cursors; null if there is nothing to turn. */
  readonly pages: TurnedPages | null;
  /** A choice of sizes in place of the usual one. */
  readonly sizes?: ReactNode;
  /** A note about the whole list. */
  readonly children?: ReactNode;
}

/** Below a table: page sizes, a note, Previous and Next. Shows nothing if there is nothing to turn and no note. */
export function TableFoot({ pages, sizes, children }: TableFootProps) {
  const turned = pages?.needed === false ? null : pages;
  if (turned === null && children === undefined) return null;
  return (
    <footer className={css.foot}>
      {sizes}
      {turned?.size === undefined || turned.setSize === undefined ? null : (
        <PageSizes sizes={tableSizes} value={turned.size} onChange={turned.setSize} />
      )}
      {children === undefined ? null : <span>{children}</span>}
      {turned === null ? null : <Pager text={turned.text} onPrevious={turned.onPrevious} onNext={turned.onNext} />}
    </footer>
  );
}
