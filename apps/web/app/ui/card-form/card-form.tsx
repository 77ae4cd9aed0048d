import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, SubmitButton } from '../form/form.tsx';
import type { FormState } from '../form/use-form.tsx';

interface CardFormProps {
  readonly form: FormState;
  readonly label: string;
  readonly action?: string;
  /** Something is missing that no text has to name. */
  readonly incomplete?: boolean;
  /** A button at the far end from the verb. */
  readonly extra?: ReactNode;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A short form that opens inside a card: its fields, Cancel and one verb. */
export function CardForm({ form, label, action = 'Save', incomplete = false, extra, onCancel, children }: CardFormProps) {
  return (
    <Form form={form} label={label}>
      {children}
      <Group justify="flex-end" gap="xs">
        {extra}
        <Button variant="subtle" color="gray" size="sm" onClick={onCancel} disabled={form.busy}>
          Cancel
        </Button>
        <SubmitButton form={form} size="sm" busyText="Saving..." disabled={incomplete}>
          {action}
        </SubmitButton>
      </Group>
    </Form>
  );
}
