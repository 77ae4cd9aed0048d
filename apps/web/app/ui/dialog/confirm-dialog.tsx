import type { ReactNode } from 'react';
import { FormDialog } from '../form/form-dialog.tsx';
import { useForm } from '../form/use-form.tsx';

interface ConfirmDialogProps {
  /** Names the object, e.g. `Delete 3 certificates`. */
  readonly title: string;
  /** Consequences of the action. */
  readonly children: ReactNode;
  /** The verb with its object. */
  readonly action: string;
  readonly busyAction: string;
  /** The documented text of a failure. */
  readonly failed: string;
  /** Closes the dialog when it resolves. A rejection is shown in the dialog. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something is lost. */
export default function ConfirmDialog({ failed, onConfirm, children, ...dialog }: ConfirmDialogProps) {
  const form = useForm({ initial: {}, failed, submit: () => onConfirm().then(dialog.onClose) });
  return (
    <FormDialog {...dialog} form={form} danger cautious>
      <div>{children}</div>
    </FormDialog>
  );
}
