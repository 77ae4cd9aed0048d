import { countText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import css from './link-tabs.module.css';

interface LinkTab {
  readonly to: string;
  readonly label: string;
  readonly count?: number;
  readonly active: boolean;
}

interface LinkTabsProps {
  readonly label: string;
  readonly tabs: readonly LinkTab[];
}

/** Views of one list. Each has its own address. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {tabs.map(({ to, label: name, count, active }) => (
        <Link key={to} to={to} preventScrollReset className={css.tab} {...(active ? { 'aria-current': 'true' as const } : {})}>
          {name} {count === undefined ? null : <small>{countText(count)}</small>}
        </Link>
      ))}
    </nav>
  );
}
