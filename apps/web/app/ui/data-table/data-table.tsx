import { memo, type ReactNode, useMemo, useState } from 'react';
import { type Column, cellsOf } from './column.ts';
import css from './data-table.module.css';
import { HeadCell, type TableSort } from './head-cell.tsx';
import { SelectBox } from './select-box.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { type RowLook, type RowSelection, TableRow } from './table-row.tsx';

/** In pixels, as in the style sheet. */
const CARDS_BELOW = 704;

interface DataTableProps<Data> {
  /** Names the table to screen readers. */
  readonly label: string;
  /** A constant or a memoized value: all rows render again when it changes. */
  readonly columns: readonly Column<Data>[];
  /** Undefined until the first answer arrives: the table shows a skeleton. */
  readonly rows: readonly Data[] | undefined;
  readonly rowKey: (row: Data) => string;
  readonly rowLook?: (row: Data) => RowLook;
  /** Shown below a row, across the table; null for a row that is closed. */
  readonly detail?: (row: Data) => ReactNode;
  readonly sort?: TableSort;
  readonly selection?: RowSelection<Data> | null;
  /** The rows are those of the previous page or filter until new ones arrive. */
  readonly stale?: boolean;
  readonly skeletonRows?: number;
  /** Replaces the rows if there are none. */
  readonly empty?: ReactNode;
  /** Replaces the table if the rows did not load. */
  readonly error?: ReactNode;
  /** A `TableFoot`, below the rows or below `empty`. */
  readonly foot?: ReactNode;
  /** Leaves checkboxes and the edge out of the cards of a phone, where the row itself leads on. */
  readonly plainOnPhones?: boolean;
  /** Rows become cards if the table is narrower than this many pixels, at least 704; `never` for small tables. */
  readonly cardsBelow?: number | 'never';
}

/** The table of every list. The server sorts, filters and pages; the table shows the rows and the states around them. */
export function DataTable<Data>(props: DataTableProps<Data>) {
  const { label, columns, rows, rowKey, rowLook, detail, sort, selection = null, stale = false, cardsBelow = CARDS_BELOW } = props;
  const [DataRow] = useState(() => memo(TableRow<Data>));
  const cells = useMemo(() => cellsOf(columns), [columns]);
  const tail = columns.find(({ meta }) => meta?.card === 'tail')?.meta?.width;
  if (props.error !== undefined) return props.error;
  if (rows?.length === 0 && props.empty !== undefined) {
    return (
      <>
        {props.empty}
        {props.foot}
      </>
    );
  }
  return (
    <>
      <div
        className={css.room}
        data-cards={cardsBelow !== 'never'}
        style={cardsBelow === 'never' ? undefined : { '--early': `${cardsBelow - CARDS_BELOW}px` }}
      >
        <table
          className={css.table}
          style={tail === undefined ? undefined : { '--tail-width': typeof tail === 'number' ? `${tail}px` : tail }}
          aria-busy={stale || rows === undefined}
          data-stale={stale}
          data-selects={selection !== null}
          data-plain={props.plainOnPhones}
        >
          <caption className={css.caption}>{label}</caption>
          <thead data-axis={columns.some(({ meta }) => meta?.axis === true)}>
            <tr>
              {selection === null ? null : (
                <th data-col="select">
                  <SelectBox label={selection.allLabel} share={selection.share} onChange={selection.onToggleAll} />
                </th>
              )}
              {columns.map((column) => (
                <HeadCell key={column.id} column={column} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows === undefined ? (
              <SkeletonRows columns={columns} rows={props.skeletonRows ?? 3} selects={selection !== null} />
            ) : (
              rows.map((row) => (
                <DataRow
                  key={rowKey(row)}
                  id={rowKey(row)}
                  row={row}
                  cells={cells}
                  {...rowLook?.(row)}
                  detail={detail?.(row)}
                  onToggle={selection?.onToggle}
                  selectLabel={selection?.labelOf(row) ?? null}
                  selected={selection?.isSelected(row) === true}
                />
              ))
            )}
          </tbody>
        </table>
      </div>
      {props.foot}
    </>
  );
}
