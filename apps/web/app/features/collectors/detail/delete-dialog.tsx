import { andList, plural } from '@notafter/domain';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TypedName } from '../../../ui/form/typed-name.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import type { Collector } from '../types.ts';

interface DeleteDialogProps {
  readonly collector: Pick<Collector, 'name' | 'endpoints' | 'files'>;
  /** Rejects with the call's error. */
  readonly onDelete: () => Promise<unknown>;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks for the name of a collector before it is deleted with everything that it reported. */
export default function DeleteDialog({ collector: { name, endpoints, files }, onDelete, onDeleted, onClose }: DeleteDialogProps) {
  const form = useForm({
    initial: { typed: '' },
    failed: 'Failed to delete the collector',
    submit: () => onDelete().then(onDeleted),
  });
  const reported = [plural(endpoints, 'endpoint'), `${plural(files, 'certificate')} in files`];
  return (
    <FormDialog
      form={form}
      title={`Delete ${name}`}
      action="Delete Collector"
      busyAction="Deleting..."
      incomplete={form.values.typed !== name}
      danger
      cautious
      onClose={onClose}
    >
      <div>Everything that it reported is deleted with it: {andList(reported)}, their history and their alerts. This cannot be undone.</div>
      <TypedName {...form.field('typed')} expected={name} label="Name of the collector" />
    </FormDialog>
  );
}
