import { Group, Input, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './form.module.css';

interface InlineFormProps {
  readonly id: string;
  readonly label: string;
  /** Below the field, replaced by the error. */
  readonly note: string;
  readonly error: ReactNode;
  /** The field: `id={id}` and `aria-describedby={`${id}-note`}`. */
  readonly field: ReactNode;
  /** The buttons beside the field. */
  readonly children: ReactNode;
  readonly onSubmit: () => void;
}

/** One field and its button in a line, as for a domain. On a phone the buttons are below the field. */
export function InlineForm({ id, label, note, error, field, children, onSubmit }: InlineFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Input.Label htmlFor={id}>{label}</Input.Label>
      <Group className={css.inline ?? ''} gap="xs" align="stretch">
        {field}
        {children}
      </Group>
      <Text id={`${id}-note`} size="xs" mt={6} c={error === null ? 'dimmed' : 'var(--na-expired-fg)'} component="div" aria-live="polite">
        {error ?? note}
      </Text>
    </form>
  );
}
