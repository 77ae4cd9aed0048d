import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { entriesOf, problemsOfEntries } from '../../../ui/form/text-entries.ts';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Note } from '../../../ui/note/note.tsx';
import type { ServiceDetail } from '../types.ts';

interface NamesDialogProps {
  readonly service: Pick<ServiceDetail, 'resourceId' | 'extraNames' | 'cloud'>;
  readonly onClose: () => void;
}

const failed = 'Failed to change the names';

/** Changes the further names in the certificate of a service. */
export default function NamesDialog({ service: { resourceId, extraNames, cloud }, onClose }: NamesDialogProps) {
  const { services } = useTRPC();
  const setNames = useAction(services.setNames.mutationOptions(), { failed, refresh: [services.get.pathFilter()] });
  const form = useForm({
    initial: { names: extraNames.join(', ') },
    failed,
    submit: async ({ names }) => {
      await setNames.send({ resourceId, names: entriesOf(names) });
      onClose();
    },
    problems: (error) => problemsOfEntries(error, 'names'),
  });
  return (
    <FormDialog form={form} title={`Names of ${resourceId}`} action="Save" busyAction="Saving..." onClose={onClose}>
      <Field
        {...form.field('names')}
        label="Further names"
        description="DNS names that clients connect to, separated by commas."
        placeholder="db.example.com"
        data-autofocus
      />
      <Note>
        {cloud === 'local'
          ? 'The service gets a new certificate with these names.'
          : 'The machine asks for a new certificate with these names within a day.'}{' '}
        Point them at its address in your DNS.
      </Note>
    </FormDialog>
  );
}
