import { Group } from '@mantine/core';
import { Link } from '@remix-run/react';
import { Brand } from '../../ui/brand.tsx';
import { ThemeToggle } from '../../ui/theme-toggle/theme-toggle.tsx';

/** The head of the pages outside the shell. */
export function BrandHead() {
  return (
    <Group component="header" justify="space-between">
      {/* The terms are outside of the routes whose code is watched. */}
      <Link to="/" reloadDocument style={{ textDecoration: 'none' }}>
        <Brand />
      </Link>
      <ThemeToggle />
    </Group>
  );
}
