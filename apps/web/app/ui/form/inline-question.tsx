import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, SubmitButton } from './form.tsx';
import { useForm } from './use-form.tsx';

interface InlineQuestionProps {
  /** Names the object, e.g. `Delete Production`. */
  readonly label: string;
  /** Consequences of the action. */
  readonly children: ReactNode;
  /** The verb with its object. */
  readonly action: string;
  readonly busyAction: string;
  /** The documented text of a failure. */
  readonly failed: string;
  /** A rejection is shown above the question. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onCancel: () => void;
}

/** Asks before something is lost, inside a dialog: a second dialog would hide what it asks about. */
export function InlineQuestion({ label, children, action, busyAction, failed, onConfirm, onCancel }: InlineQuestionProps) {
  const form = useForm({ initial: {}, failed, submit: onConfirm });
  return (
    <Form form={form} label={label}>
      <div>{children}</div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="sm" onClick={onCancel} disabled={form.busy} autoFocus>
          Cancel
        </Button>
        <SubmitButton form={form} busyText={busyAction} size="sm" color="red">
          {action}
        </SubmitButton>
      </Group>
    </Form>
  );
}
