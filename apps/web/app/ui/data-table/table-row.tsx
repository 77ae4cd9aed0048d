import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Cells } from './column.ts';
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
  readonly id: string;
  readonly row: Data;
  readonly cells: Cells<Data>;
  readonly detail: ReactNode;
  /** Undefined if the table has no checkboxes. */
  readonly onToggle: ((row: Data) => void) | undefined;
  readonly selectLabel: string | null;
  readonly selected: boolean;
}

export function TableRow<Data>(props: TableRowProps<Data>) {
  const { id, row, cells, detail, urgency, current = false, muted = false, onToggle, selectLabel, selected } = props;
  return (
    <>
      <tr data-urgency={urgency} data-current={current || selected || undefined} data-muted={muted || undefined}>
        {onToggle === undefined ? null : (
          <td data-col="select">
            {selectLabel === null ? null : (
              <SelectBox label={selectLabel} share={selected ? 'all' : 'none'} onChange={() => onToggle(row)} />
            )}
          </td>
        )}
        {cells.map(({ column, as: As, look }) => (
          <As key={column.id} {...look}>
            {column.cell({ row: { id, original: row } })}
          </As>
        ))}
      </tr>
      {detail === null || detail === undefined ? null : (
        <tr className={css.detail}>
          <td colSpan={cells.length + (onToggle === undefined ? 0 : 1)}>{detail}</td>
        </tr>
      )}
    </>
  );
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

/** For the plain buttons of a row: Mantine's would double the cost of a page of 50 rows. */
export const rowButton = css.rowButton ?? '';

interface FoldedProps {
  /** As the `from` of the column whose value this is. */
  readonly below: 850 | 920;
  readonly children: ReactNode;
}

/** The value of a hidden column, in a second line of another one. */
export function Folded({ below, children }: FoldedProps) {
  return (
    <span className={css.folded} data-below={below}>
      {children}
    </span>
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
