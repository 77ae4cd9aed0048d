import { Link } from '@remix-run/react';
import type { Cell, Row } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { type Column, lookAttributes } from './column.ts';
import css from './data-table.module.css';
import { SelectBox } from './select-box.tsx';

export interface RowLook {
  /** Colors the edge of the row and its days left. */
  readonly urgency?: string;
  /** The row that the screen shows in full elsewhere. */
  readonly current?: boolean;
  /** For what no longer counts, such as a revoked key. */
  readonly muted?: boolean;
}

/** Checkboxes at the start of the rows. What a checked box means, and how long it lasts, is up to the screen. */
export interface RowSelection<Data> {
  readonly allLabel: string;
  readonly share: 'none' | 'some' | 'all';
  readonly onToggleAll: () => void;
  /** Null for a row that cannot be selected. */
  readonly labelOf: (row: Data) => string | null;
  readonly isSelected: (row: Data) => boolean;
  /** Keep it stable, or every row renders again. */
  readonly onToggle: (row: Data) => void;
}

interface TableRowProps<Data> extends RowLook {
  readonly row: Row<Data>;
  /** Makes `memo` notice new columns: TanStack keeps its rows then. */
  readonly columns: readonly Column<Data>[];
  readonly detail: ReactNode;
  /** Undefined if the table has no checkboxes. */
  readonly onToggle: ((row: Data) => void) | undefined;
  readonly selectLabel: string | null;
  readonly selected: boolean;
}

export function TableRow<Data>(props: TableRowProps<Data>) {
  const { row, columns, detail, urgency, current = false, muted = false, onToggle, selectLabel, selected } = props;
  return (
    <>
      <tr data-urgency={urgency} data-current={current || selected || undefined} data-muted={muted || undefined}>
        {onToggle === undefined ? null : (
          <td data-col="select">
            {selectLabel === null ? null : (
              <SelectBox label={selectLabel} share={selected ? 'all' : 'none'} onChange={() => onToggle(row.original)} />
            )}
          </td>
        )}
        {row.getVisibleCells().map((cell) => (
          <DataCell key={cell.id} cell={cell} />
        ))}
      </tr>
      {detail === null || detail === undefined ? null : (
        <tr className={css.detail}>
          <td colSpan={columns.length + (onToggle === undefined ? 0 : 1)}>{detail}</td>
        </tr>
      )}
    </>
  );
}

function DataCell<Data>({ cell }: { readonly cell: Cell<Data, unknown> }) {
  const { id, header, cell: content, meta } = cell.column.columnDef;
  // Called, not rendered as a component: new columns must not remount the menus inside.
  const shown: ReactNode = typeof content === 'function' ? content(cell.getContext()) : content;
  const label = typeof header === 'string' && header !== '' && meta?.card === undefined ? header : undefined;
  const look = { ...lookAttributes(id ?? '', meta), 'data-label': label, children: shown };
  return meta?.rowHeader === true ? <th scope="row" {...look} /> : <td {...look} />;
}

interface RowLinkProps {
  readonly to: string;
  readonly title?: string;
  readonly children: ReactNode;
}

/** The link that names a row. It covers the whole row, so that the row opens like a link, also in a new tab. */
export function RowLink({ to, title, children }: RowLinkProps) {
  return (
    <Link to={to} className={css.rowLink} {...(title === undefined ? {} : { title })}>
      {children}
    </Link>
  );
}

interface CellButtonProps {
  readonly onClick: () => void;
  readonly title?: string;
  readonly children: ReactNode;
}

/** Text of a cell that opens a dialog. */
export function CellButton({ onClick, title, children }: CellButtonProps) {
  return (
    <button type="button" className={css.cellButton} aria-haspopup="dialog" onClick={onClick} title={title}>
      {children}
    </button>
  );
}
