import { confirmationText } from '@notafter/domain';
import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TypedName } from '../../ui/form/typed-name.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { showError } from '../../ui/toasts/show-toast.ts';
import { failedWith } from './failed-with.ts';
import type { AdminOrganization } from './types.ts';

interface TypedDialogProps {
  readonly organization: AdminOrganization;
  readonly action: 'Reset' | 'Delete';
  readonly busyAction: string;
  /** Shown as a toast if something else is typed; nothing happens then. */
  readonly mismatch: string;
  /** Precedes the reason of a failure. */
  readonly failed: string;
  /** The consequences. */
  readonly children: ReactNode;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the action and the name in capital letters before a change that cannot be undone. */
export function TypedDialog({ organization: { name }, action, mismatch, failed, children, onConfirm, ...dialog }: TypedDialogProps) {
  const expected = confirmationText(action === 'Reset' ? 'RESET' : 'DELETE', name);
  const form = useForm({
    initial: { typed: '' },
    failed,
    problems: failedWith(failed),
    submit: async ({ typed }) => {
      if (typed === expected) await onConfirm();
      else showError(mismatch);
      dialog.onClose();
    },
  });
  return (
    <FormDialog {...dialog} form={form} title={`${action} ${name}`} action={action} danger cautious>
      <div>{children}</div>
      <TypedName {...form.field('typed')} expected={expected} label="Confirmation" />
    </FormDialog>
  );
}
