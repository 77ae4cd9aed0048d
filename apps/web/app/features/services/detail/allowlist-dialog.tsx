import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { entriesOf, problemsOfEntries } from '../../../ui/form/text-entries.ts';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Note } from '../../../ui/note/note.tsx';
import type { ServiceDetail } from '../types.ts';

interface AllowlistDialogProps {
  readonly service: Pick<ServiceDetail, 'resourceId' | 'allowlist'>;
  readonly onClose: () => void;
}

const failed = 'Failed to change the IP allowlist';

/** Changes the addresses that clients of a service connect from. */
export default function AllowlistDialog({ service: { resourceId, allowlist }, onClose }: AllowlistDialogProps) {
  const { services } = useTRPC();
  const setAllowlist = useAction(services.setAllowlist.mutationOptions(), { failed, refresh: [services.get.pathFilter()] });
  const form = useForm({
    initial: { ranges: allowlist.ranges.join(', ') },
    failed,
    submit: async ({ ranges }) => {
      await setAllowlist.send({ resourceId, ranges: entriesOf(ranges) });
      onClose();
    },
    problems: (error) => problemsOfEntries(error, 'ranges'),
  });
  return (
    <FormDialog form={form} title={`IP allowlist of ${resourceId}`} action="Save" busyAction="Saving..." onClose={onClose}>
      <Field
        {...form.field('ranges')}
        label="Allowed addresses"
        description="Addresses and CIDRs that clients connect from, separated by commas. Empty: any."
        placeholder="203.0.113.0/24"
        data-autofocus
      />
      <Note>The server of Notafter itself can always connect. Connections that are open stay.</Note>
    </FormDialog>
  );
}
