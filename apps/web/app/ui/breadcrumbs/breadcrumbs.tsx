import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import css from './breadcrumbs.module.css';

interface BreadcrumbsProps {
  /** The screens above this one, the highest first. */
  readonly above: readonly { readonly to: string; readonly label: string }[];
  /** This screen, or the object that it shows. */
  readonly children: ReactNode;
}

/** The way from the screens above to this one. */
export function Breadcrumbs({ above, children }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={css.list}>
        {above.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page">{children}</li>
      </ol>
    </nav>
  );
}
