import { Group, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './billing.module.css';

interface OutcomeProps {
  readonly title: string;
  /** The next steps. */
  readonly buttons: ReactNode;
  readonly children: ReactNode;
}

/** The screen after a checkout. */
export function Outcome({ title, buttons, children }: OutcomeProps) {
  return (
    <Paper component="section" className={css.outcome ?? ''} px="lg" py={40} aria-labelledby="outcome">
      <Stack align="center" gap="sm">
        <Title order={2} id="outcome" fz="figure" lh="figure" fw={550} lts="-0.02em">
          {title}
        </Title>
        {children}
        <Group justify="center" gap="xs" mt="xs">
          {buttons}
        </Group>
      </Stack>
    </Paper>
  );
}
