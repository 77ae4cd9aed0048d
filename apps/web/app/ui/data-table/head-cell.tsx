import { Link } from '@remix-run/react';
import type { Header } from '@tanstack/react-table';
import type { CSSProperties, ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import { lookAttributes } from './column.ts';
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

interface HeadCellProps<Row> {
  readonly head: Header<Row, unknown>;
  readonly sort: TableSort | undefined;
}

export function HeadCell<Row>({ head, sort }: HeadCellProps<Row>) {
  const { header, meta, enableSorting } = head.column.columnDef;
  const shown: ReactNode = typeof header === 'function' ? header(head.getContext()) : header;
  const look = { ...lookAttributes(head.id, meta), 'data-axis': meta?.axis, style: widths(meta?.width, meta?.wideWidth) };
  // A column without a name is not a header to screen readers.
  if (typeof header !== 'string' || header === '') return <td {...look}>{shown}</td>;
  const order = head.column.getIsSorted();
  return (
    <th scope="col" {...look} {...(order === false ? {} : { 'aria-sort': order === 'asc' ? 'ascending' : 'descending' })}>
      {enableSorting === true && sort !== undefined ? (
        <Link to={sort.to(head.id)} preventScrollReset className={css.sort} data-order={order === false ? undefined : order}>
          {shown}
          <Icon name="chevronDown" small />
        </Link>
      ) : (
        shown
      )}
    </th>
  );
}
