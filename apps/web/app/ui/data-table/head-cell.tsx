import { Link } from '@remix-run/react';
import type { CSSProperties } from 'react';
import { Icon } from '../icons.tsx';
import { type Column, columnWords } from './column.ts';
import css from './data-table.module.css';

/** The order of the rows. It is part of the address, so that it can be shared and the server can apply it. */
export interface TableSort {
  readonly column: string;
  readonly order: 'asc' | 'desc';
  /** The address that sorts by a column, or reverses its order. */
  readonly to: (column: string) => string;
}

const pixels = (width: number | string): string => (typeof width === 'number' ? `${width}px` : width);

const widths = (width: number | string | undefined, wide: number | undefined): CSSProperties => ({
  ...(width === undefined ? {} : { '--width': pixels(width) }),
  ...(wide === undefined ? {} : { '--wide-width': pixels(wide) }),
});

interface HeadCellProps<Data> {
  readonly column: Column<Data>;
  readonly sort: TableSort | undefined;
}

export function HeadCell<Data>({ column, sort }: HeadCellProps<Data>) {
  const { id, header, meta, enableSorting = false } = column;
  const look = { 'data-col': columnWords(id, meta), 'data-axis': meta?.axis, style: widths(meta?.width, meta?.wideWidth) };
  if (typeof header !== 'string') return <td {...look}>{header()}</td>;
  if (header === '') return <td {...look} />;
  const order = sort?.column === id ? sort.order : null;
  return (
    <th scope="col" {...look} {...(order === null ? {} : { 'aria-sort': order === 'asc' ? 'ascending' : 'descending' })}>
      {enableSorting && sort !== undefined ? (
        <Link to={sort.to(id)} preventScrollReset className={css.sort} data-order={order}>
          {header}
          <Icon name="chevronDown" small />
        </Link>
      ) : (
        header
      )}
    </th>
  );
}
