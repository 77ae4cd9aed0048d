import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { Form, SubmitButton } from './form.tsx';
import type { FormState } from './use-form.tsx';

interface FormDialogProps {
  readonly form: FormState;
  /** Names the object, e.g. `Rename Laptop`. */
  readonly title: string;
  /** The verb. */
  readonly action: string;
  /** Replaces `action` meanwhile, e.g. `Saving...`. */
  readonly busyAction: string;
  /** Something is lost: the only solid red of a screen. */
  readonly danger?: boolean;
  /** Something is missing that no text has to name. */
  readonly incomplete?: boolean;
  /** Opens with the focus on Cancel instead of a field. */
  readonly cautious?: boolean;
  readonly size?: number;
  readonly onlyByButton?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog. It cannot be left while the form is busy. The caller closes it after submitting. */
export function FormDialog({
  form,
  action,
  busyAction,
  danger = false,
  incomplete = false,
  cautious = false,
  children,
  ...dialog
}: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      busy={form.busy}
      foot={
        <>
          <Button variant="default" onClick={dialog.onClose} disabled={form.busy} data-autofocus={cautious || undefined}>
            Cancel
          </Button>
          <SubmitButton form={form} busyText={busyAction} disabled={incomplete} color={danger ? 'red' : ''}>
            {action}
          </SubmitButton>
        </>
      }
    >
      <Form form={form}>{children}</Form>
    </Dialog>
  );
}
