import { Button } from '@mantine/core';
import { clouds } from '@notafter/domain';
import { useState } from 'react';
import type { Outputs } from '../../../api/trpc.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FactList } from '../../../ui/fact-list/fact-list.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { TypedName } from '../../../ui/form/typed-name.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import type { CloudAccount } from '../types.ts';

interface ForgetDialogProps {
  readonly account: CloudAccount;
  readonly onClose: () => void;
}

type Leftovers = Outputs['services']['forgetCloudAccount']['leftovers'];
const failed = 'Failed to forget the account';

/** Asks for the name of an account before it is forgotten with its services, then lists what may still cost money. */
export default function ForgetDialog({ account, onClose }: ForgetDialogProps) {
  const { id, name, cloud } = account;
  const { services } = useTRPC();
  const [leftovers, setLeftovers] = useState<Leftovers | null>(null);
  const forget = useAction(services.forgetCloudAccount.mutationOptions({ gcTime: 0 }), { failed, refresh: [services.pathFilter()] });
  const form = useForm({
    initial: { typed: '' },
    failed,
    submit: async () => {
      if (id !== null) setLeftovers((await forget.send({ id })).leftovers);
    },
  });
  if (leftovers !== null) return <LeftoversDialog cloud={clouds[cloud].name} leftovers={leftovers} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={`Forget ${name}`}
      action="Forget"
      busyAction="Forgetting..."
      incomplete={form.values.typed !== name}
      danger
      cautious
      onClose={onClose}
    >
      <div>
        {clouds[cloud].name} refuses this account, so nothing of its services can be deleted there. Notafter forgets them and their
        passwords. What they have on {clouds[cloud].name} stays there, and goes on costing money until you delete it in its console.
      </div>
      <TypedName {...form.field('typed')} expected={name} label="Name of the account" />
    </FormDialog>
  );
}

interface LeftoversDialogProps {
  readonly cloud: string;
  readonly leftovers: Leftovers;
  readonly onClose: () => void;
}

function LeftoversDialog({ cloud, leftovers, onClose }: LeftoversDialogProps) {
  return (
    <Dialog
      title="The account was forgotten"
      onClose={onClose}
      foot={
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      {leftovers.length === 0 ? (
        <div>No service was on it.</div>
      ) : (
        <>
          <div>Delete these in the console of {cloud}; the audit log keeps this list.</div>
          <FactList
            facts={leftovers.map(({ resourceId, regionName, host, names }) => [
              resourceId,
              `${[regionName, host].filter((part) => part !== null).join(', ')}: ${names.join(', ')}`,
            ])}
          />
        </>
      )}
    </Dialog>
  );
}
