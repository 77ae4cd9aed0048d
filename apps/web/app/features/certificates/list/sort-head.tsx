import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import css from './certificate-table.module.css';
import { type ListState, listHref, type Sort, sortedBy } from './list-state.ts';

interface SortHeadProps {
  readonly state: ListState;
  readonly sort: Sort;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A column head that orders by its column; the order is an address, as everything that decides the rows. */
export function SortHead({ state, sort, className, children }: SortHeadProps) {
  const order = state.sort === sort ? state.order : null;
  return (
    <th scope="col" className={className} {...(order === null ? {} : { 'aria-sort': order === 'asc' ? 'ascending' : 'descending' })}>
      <Link to={listHref(sortedBy(state, sort))} preventScrollReset className={css.sort} data-order={order}>
        {children}
        <span className={css.arrow}>
          <Icon name="chevronDown" small />
        </span>
      </Link>
    </th>
  );
}
