import { COLLECTOR_NAME_MAX_LENGTH } from '@notafter/domain';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { CarriedFields, carriedOf, carriedSeconds } from '../carried-fields.tsx';
import type { NewCollector } from '../types.ts';
import type { CollectorActions } from '../use-collectors.ts';

interface AddCollectorDialogProps {
  readonly add: CollectorActions['add'];
  /** Shows the token. */
  readonly onAdded: (added: NewCollector) => void;
  readonly onClose: () => void;
}

/** Names a new collector, and says how its reports travel. */
export default function AddCollectorDialog({ add, onAdded, onClose }: AddCollectorDialogProps) {
  const form = useForm({
    initial: { name: '', ...carriedOf(null) },
    failed: 'Failed to add the collector',
    submit: async ({ name, ...carried }) => onAdded(await add.send({ name: name.trim(), carriedEverySeconds: carriedSeconds(carried) })),
  });
  return (
    <FormDialog
      form={form}
      title="Add Collector"
      action="Add Collector"
      busyAction="Adding..."
      incomplete={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <Field
        {...form.field('name')}
        label="Name"
        description="The network that it watches."
        placeholder="Vault network"
        maxLength={COLLECTOR_NAME_MAX_LENGTH}
        data-autofocus
      />
      <CarriedFields asFiles={form.box('asFiles')} every={form.field('every')} />
    </FormDialog>
  );
}
