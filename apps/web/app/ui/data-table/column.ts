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
  /** Long text continues on the next line, or ends there (2). Otherwise it ends in an ellipsis. */
  readonly wrap?: boolean | 2;
  /** Hides the column if the table is narrower than this many pixels. */
  readonly from?: 850 | 920;
  /**
   * Place in the card: a line (`wide`), its left or right part, the right end of line 1 (`corner`), or the edge beside all (`tail`).
   * By default the cell is a line that begins with the header.
   */
  readonly card?: 'wide' | 'start' | 'end' | 'corner' | 'tail' | 'hidden';
  /** Shows the cell in the card only. */
  readonly cardOnly?: boolean;
  /** Moves the cell to the first or second line of the card. */
  readonly line?: 1 | 2;
  /** Keeps the header above the cards, for the axis of a horizon. */
  readonly axis?: boolean;
  /** Shown until the rows arrive; by default a gray bar. */
  readonly awaited?: ReactNode;
}

declare module 'react' {
  interface CSSProperties {
    '--early'?: string;
    '--least'?: string;
    '--tail-width'?: string;
    '--width'?: string;
    '--wide-width'?: string;
  }
}

/**
 * A column of a `DataTable`, in the form of TanStack Table's column definitions. Their code would add 12 KB to each screen with a
 * table, and the server does what it is for: sorting, filtering and paging.
 */
export interface Column<Data> {
  readonly id: string;
  /** A column with an empty name is not a header for screen readers. */
  readonly header: string | (() => ReactNode);
  /** Called, not rendered as a component: put hooks into a component inside it. */
  readonly cell: (context: { readonly row: { readonly id: string; readonly original: Data } }) => ReactNode;
  /** Makes the header a sort link. */
  readonly enableSorting?: boolean;
  readonly meta?: CellLook;
}

/**
 * Returns the words by which the style sheet knows a column, for its header and its cells. They share one attribute: React keeps
 * each attribute of a page as five strings until the page is sent.
 */
export const columnWords = (id: string, look: CellLook = {}): string =>
  [
    id,
    look.align === undefined ? '' : `align-${look.align}`,
    look.look === undefined ? '' : `look-${look.look}`,
    look.wrap === undefined ? '' : 'wraps',
    look.wrap === 2 ? 'two-lines' : '',
    look.from === undefined ? '' : `from-${look.from}`,
    look.card === undefined ? '' : `card-${look.card}`,
    look.cardOnly === true ? 'card-only' : '',
    look.line === undefined ? '' : `line-${look.line}`,
  ]
    .filter((word) => word !== '')
    .join(' ');

/** In a card, the header begins the line of a cell without a place. */
const labelOf = <Data>({ header, meta }: Column<Data>): string | undefined =>
  typeof header === 'string' && header !== '' && meta?.card === undefined ? header : undefined;

/** The properties that all cells of a column share, computed once for a table. */
export const cellsOf = <Data>(columns: readonly Column<Data>[]) =>
  columns.map((column) => ({
    column,
    as: column.meta?.rowHeader === true ? ('th' as const) : ('td' as const),
    look: {
      'data-col': columnWords(column.id, column.meta),
      'data-label': labelOf(column),
      scope: column.meta?.rowHeader === true ? 'row' : undefined,
    },
  }));

export type Cells<Data> = ReturnType<typeof cellsOf<Data>>;
