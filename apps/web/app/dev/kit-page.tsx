import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../ui/panel/panel.tsx';
import { ThemeToggle } from '../ui/theme-toggle/theme-toggle.tsx';
import { NowProvider } from '../ui/time/now.tsx';
import { KIT_NOW } from './kit-samples.ts';
import { ListParts } from './list-parts.tsx';
import { TableStates } from './table-states.tsx';

/** Every part of the kit in every state, on one page. */
export function KitPage() {
  return (
    <NowProvider initial={KIT_NOW}>
      <Stack component="main" gap="xl" p="lg">
        <Title order={1}>Kit</Title>
        <ThemeToggle />
        <TableStates />
        <ListParts />
      </Stack>
    </NowProvider>
  );
}

interface ShownProps {
  /** The part and its state. */
  readonly title: string;
  readonly children: ReactNode;
}

export function Shown({ title, children }: ShownProps) {
  return <Panel title={title}>{children}</Panel>;
}
