import { failureText } from '../../../ui/form/failure-text.ts';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Note } from '../../../ui/note/note.tsx';
import type { Collector } from '../types.ts';
import type { CollectorActions } from '../use-collectors.ts';

interface AskDialogProps {
  readonly collector: Pick<Collector, 'id' | 'name'>;
  readonly ask: CollectorActions['ask'];
  readonly onClose: () => void;
}

const FAILED = 'Failed to ask the collector';

/** Asks a collector to check an endpoint. Its own file decides. */
export default function AskDialog({ collector: { id, name }, ask, onClose }: AskDialogProps) {
  const form = useForm({
    initial: { domain: '' },
    failed: FAILED,
    submit: async ({ domain }) => {
      await ask.send({ id, domain: domain.trim() });
      onClose();
    },
    problems: (error) => ({ domain: failureText(error, FAILED) }),
  });
  return (
    <FormDialog
      form={form}
      title={`Ask ${name} to check an endpoint`}
      action="Ask"
      busyAction="Asking..."
      incomplete={form.values.domain.trim() === ''}
      onClose={onClose}
    >
      <Field
        {...form.field('domain')}
        label="Endpoint"
        description="A host and its port, as the network of the collector knows them."
        placeholder="db.internal:5432"
        kind="exact"
        data-autofocus
      />
      <Note>It checks the endpoint only if the allow list in its own file has the address and the port.</Note>
    </FormDialog>
  );
}
