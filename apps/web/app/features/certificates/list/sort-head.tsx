import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { type ListState, listHref, type Sort, sortedBy } from './list-state.ts';
import css from './sort-head.module.css';

interface SortHeadProps {
  readonly state: ListState;
  readonly sort: Sort;
  readonly column: string;
  readonly children: ReactNode;
}

/** A column head that orders by its column; the order is an address, as everything that decides the rows. */
export function SortHead({ state, sort, column, children }: SortHeadProps) {
  const order = state.sort === sort ? state.order : null;
  return (
    <th scope="col" data-col={column} {...(order === null ? {} : { 'aria-sort': order === 'asc' ? 'ascending' : 'descending' })}>
      <Link to={listHref(sortedBy(state, sort))} preventScrollReset className={css.sort} data-order={order}>
        {children}
        <span className={css.arrow}>
          <Icon name="chevronDown" small />
        </span>
      </Link>
    </th>
  );
}
