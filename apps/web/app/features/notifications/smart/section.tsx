import { Group, Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from '../../../ui/note/note.tsx';
import css from './smart.module.css';

interface SectionProps {
  readonly title: string;
  /** Its effect, one sentence. */
  readonly text: string;
  /** Absent where it cannot be switched off. */
  readonly on?: boolean;
  readonly onSwitch?: (on: boolean) => void;
  readonly children: ReactNode;
}

/** One setting with its switch; its fields show while it is on. */
export function Section({ title, text, on = true, onSwitch, children }: SectionProps) {
  return (
    <section className={css.section} aria-label={title}>
      <Group justify="space-between" align="start" wrap="nowrap">
        <div>
          <Text component="h3" size="md" fw={600} c="var(--na-text)">
            {title}
          </Text>
          <Note>{text}</Note>
        </div>
        {onSwitch === undefined ? null : (
          <Switch size="sm" aria-label={title} checked={on} onChange={(event) => onSwitch(event.currentTarget.checked)} />
        )}
      </Group>
      {on ? (
        <Stack gap="sm" maw={640} mt="sm">
          {children}
        </Stack>
      ) : null}
    </section>
  );
}
