import { Stack } from '@mantine/core';
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import css from './side-nav.module.css';

export interface SideLink {
  readonly to: string;
  readonly label: string;
  readonly active: boolean;
  /** Opens in a new tab. */
  readonly apart?: boolean;
}

interface WithSideNavProps {
  /** The name of the navigation. */
  readonly label: string;
  readonly links: readonly SideLink[];
  readonly children: ReactNode;
}

/** Parts of a screen, each with its own address, listed beside the one that is shown, or above it on narrow screens. */
export function WithSideNav({ label, links, children }: WithSideNavProps) {
  return (
    <div className={css.room}>
      <nav aria-label={label} className={css.links}>
        {links.map(({ to, label: text, active, apart }) => (
          <Link
            key={to}
            to={to}
            aria-current={active ? 'page' : undefined}
            preventScrollReset
            {...(apart === true ? { target: '_blank', rel: 'noopener' } : {})}
          >
            {text}
          </Link>
        ))}
      </nav>
      <Stack gap="md" miw={0}>
        {children}
      </Stack>
    </div>
  );
}
