import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './item-list.module.css';

/** A short list that fills a panel, with an action at the end of each item. */
export function ItemList({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <ul className={css.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface ItemProps {
  /** Absent in a note about the whole list. */
  readonly title?: ReactNode;
  /** Below the title. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Item({ title, children, action }: ItemProps) {
  return (
    <Group component="li" justify="space-between" gap="xs" px="md" py="sm">
      <div className={css.about}>
        {title === undefined ? null : (
          <Text component="strong" fw={500} c="var(--na-text)" display="block">
            {title}
          </Text>
        )}
        <Text component="span" size="sm" c="dimmed" display="block">
          {children}
        </Text>
      </div>
      {action}
    </Group>
  );
}
