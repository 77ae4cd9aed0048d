import { NativeSelect, Textarea } from '@mantine/core';
import { type AccountCloud, clouds, credentialFields } from '@notafter/domain';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { Note } from '../../../ui/note/note.tsx';
import type { CloudAccount } from '../types.ts';
import { credentialsOf, emptyCredentials } from './credentials.ts';

interface AccountDialogProps {
  /** The account whose credentials are replaced; null adds one. */
  readonly account: CloudAccount | null;
  /** Those that are enabled, for a new account. */
  readonly offered: readonly AccountCloud[];
  readonly onClose: () => void;
}

const failed = 'Failed to save the account';

/** Adds a cloud account, or replaces its credentials. The server asks the cloud before it stores them. */
export default function AccountDialog({ account, offered, onClose }: AccountDialogProps) {
  const { services } = useTRPC();
  const refresh = [services.cloudAccounts.pathFilter(), services.catalog.pathFilter()];
  const add = useAction(services.addCloudAccount.mutationOptions({ gcTime: 0 }), { done: 'Account added', failed, refresh });
  const replace = useAction(services.setCloudCredentials.mutationOptions({ gcTime: 0 }), { done: 'Credentials replaced', failed, refresh });
  const initial: { name: string; cloud: AccountCloud; credentials: Record<string, string> } = {
    name: '',
    cloud: account?.cloud ?? offered[0] ?? 'aws',
    credentials: emptyCredentials,
  };
  const form = useForm({
    initial,
    failed,
    submit: async ({ name, cloud, credentials }) => {
      const given = credentialsOf(cloud, credentials);
      if (account === null) await add.send({ name, credentials: given });
      else if (account.id !== null) await replace.send({ id: account.id, credentials: given });
      onClose();
    },
  });
  const { cloud, name, credentials } = form.values;
  const fields = credentialFields[cloud];
  const isIncomplete = (account === null && name.trim() === '') || fields.some((field) => (credentials[field.name] ?? '').trim() === '');
  return (
    <FormDialog
      form={form}
      title={account === null ? 'Add Cloud Account' : `Replace credentials of ${account.name}`}
      action={account === null ? 'Add' : 'Replace'}
      busyAction="Asking the cloud..."
      incomplete={isIncomplete}
      onClose={onClose}
    >
      {account === null ? (
        <>
          <NativeSelect
            {...form.field('cloud')}
            label="Cloud"
            data={offered.map((value) => ({ value, label: clouds[value].name }))}
            data-autofocus
          />
          <Field {...form.field('name')} label="Name" placeholder="Production" maxLength={60} />
        </>
      ) : null}
      {fields.map(({ name: field, label, hint, isSecret, isLong }) =>
        isLong === true ? (
          <Textarea
            key={field}
            {...form.field(`credentials.${field}`)}
            label={label}
            description={hint}
            minRows={5}
            maxRows={10}
            autosize
            spellCheck={false}
            autoComplete="off"
            styles={{ input: { fontFamily: 'var(--na-mono)' } }}
          />
        ) : (
          <Field
            key={field}
            {...form.field(`credentials.${field}`)}
            label={label}
            description={hint}
            kind={isSecret ? 'password' : 'exact'}
            autoComplete={isSecret ? 'new-password' : 'off'}
          />
        ),
      )}
      <Note>
        The cloud is asked whether this account allows all that services need. Nothing is created there, and these fields are never shown
        again.
      </Note>
    </FormDialog>
  );
}
