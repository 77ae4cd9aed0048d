import type { ColumnDef, RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** How the cells of a column look in the table, and in the card that a row becomes on a narrow screen. */
interface CellLook {
  /** Pixels, or a share of the table. Columns without a width divide the rest. */
  readonly width?: number | `${number}%`;
  /** The width in pixels if the table is wider than 1240 px. */
  readonly wideWidth?: number;
  readonly align?: 'end';
  /** `name` is what the row is about, `small` is for dates and addresses, `code` is monospaced. */
  readonly look?: 'name' | 'small' | 'code';
  /** The cell names its row to screen readers. */
  readonly rowHeader?: boolean;
  /** Long text continues on the next line. Otherwise it ends in an ellipsis. */
  readonly wrap?: boolean;
  /** Hides the column if the table is narrower than this many pixels. */
  readonly from?: 850 | 920;
  /**
   * Place in the card: a line (`wide`), the left or right part of a line, or the edge beside all lines (`tail`).
   * By default the cell is a line that begins with the header.
   */
  readonly card?: 'wide' | 'start' | 'end' | 'tail' | 'hidden';
  /** Shows the cell in the card only. */
  readonly cardOnly?: boolean;
  /** Moves the cell to the first or second line of the card. */
  readonly line?: 1 | 2;
  /** Keeps the header above the cards, for the axis of a horizon. */
  readonly axis?: boolean;
  /** Shown until the rows arrive; by default a gray bar. */
  readonly awaited?: ReactNode;
}

declare module '@tanstack/react-table' {
  interface ColumnMeta<TData extends RowData, TValue> extends CellLook {}
}

declare module 'react' {
  interface CSSProperties {
    '--early'?: string;
    '--least'?: string;
    '--width'?: string;
    '--wide-width'?: string;
  }
}

/** A column of a `DataTable`: `header`, `cell`, and its looks in `meta`. `enableSorting` makes the header a sort link. */
export type Column<Row> = ColumnDef<Row> & { readonly id: string };

type Look = CellLook | undefined;

/** Returns the attributes by which the style sheet knows a column, for its header and its cells. */
export const lookAttributes = (id: string, look: Look) => ({
  'data-col': id,
  'data-align': look?.align,
  'data-look': look?.look,
  'data-wrap': look?.wrap,
  'data-from': look?.from,
  'data-card': look?.card,
  'data-card-only': look?.cardOnly,
  'data-line': look?.line,
});
