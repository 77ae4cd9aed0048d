import { COLLECTOR_NAME_MAX_LENGTH } from '@notafter/domain';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { CarriedFields, carriedOf, carriedSeconds } from '../carried-fields.tsx';
import type { Collector } from '../types.ts';
import type { CollectorActions } from '../use-collectors.ts';

interface EditDialogProps {
  readonly collector: Pick<Collector, 'id' | 'name' | 'carriedEverySeconds'>;
  readonly update: CollectorActions['update'];
  readonly onClose: () => void;
}

/** Renames a collector, and changes how often its bundles are carried. */
export default function EditDialog({ collector: { id, name: before, carriedEverySeconds }, update, onClose }: EditDialogProps) {
  const form = useForm({
    initial: { name: before, ...carriedOf(carriedEverySeconds) },
    failed: 'Failed to save the collector',
    submit: async ({ name, ...carried }) => {
      await update.send({ id, name: name.trim(), carriedEverySeconds: carriedSeconds(carried) });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Edit ${before}`}
      action="Save"
      busyAction="Saving..."
      incomplete={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <Field {...form.field('name')} label="Name" maxLength={COLLECTOR_NAME_MAX_LENGTH} data-autofocus />
      <CarriedFields asFiles={form.box('asFiles')} every={form.field('every')} />
    </FormDialog>
  );
}
