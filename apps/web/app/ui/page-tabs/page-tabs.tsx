import { Group } from '@mantine/core';
import { countText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Count } from '../badge/badge.tsx';
import css from './page-tabs.module.css';

interface PageTab {
  readonly to: string;
  readonly label: string;
  readonly count?: number | undefined;
  readonly active: boolean;
}

interface PageTabsProps {
  readonly label: string;
  readonly tabs: readonly PageTab[];
  /** Actions at the far end. */
  readonly children?: ReactNode;
}

/** The tabs of a screen. Each has its own address. */
export function PageTabs({ label, tabs, children }: PageTabsProps) {
  const nav = useRef<HTMLElement>(null);
  const current = tabs.find(({ active }) => active)?.to;
  // Where not all tabs fit, the current one is scrolled into view.
  useEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = nav.current ?? {};
    const link = [...(nav.current?.children ?? [])].find((child) => child.getAttribute('href') === current);
    if (scrollWidth > clientWidth) link?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [current]);
  return (
    <Group className={css.head ?? ''} justify="space-between" align="end" gap="xs">
      <nav aria-label={label} className={css.tabs} ref={nav}>
        {tabs.map(({ to, label: name, count, active }) => (
          <Link key={to} to={to} className={css.tab} aria-current={active ? 'page' : undefined} preventScrollReset>
            {name}
            {count === undefined ? null : <Count>{countText(count)}</Count>}
          </Link>
        ))}
      </nav>
      {children === undefined ? null : (
        <Group gap="xs" pb="xs">
          {children}
        </Group>
      )}
    </Group>
  );
}
