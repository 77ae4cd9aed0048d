import { Checkbox, Fieldset, NativeSelect, Stack, Textarea } from '@mantine/core';
import { ALLOWED_ADDRESSES_MAX, CREDENTIAL_NAME_MAX_LENGTH, type CredentialLifetime } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Field } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { entriesOf } from '../../../ui/form/text-entries.ts';
import { useForm } from '../../../ui/form/use-form.tsx';
import { LifetimeSelect, lifetimeOf } from '../credentials/lifetime-select.tsx';
import type { NewApiKey } from '../types.ts';
import { scopeOf, WITH_TAG } from './key-scope.ts';

/** So that a forgotten key expires. */
const DEFAULT_LIFETIME: CredentialLifetime = 90;

interface CreateKeyDialogProps {
  /** Rejects with the call's error. */
  readonly onCreate: (key: NewApiKey) => Promise<void>;
  readonly onClose: () => void;
}

export default function CreateKeyDialog({ onCreate, onClose }: CreateKeyDialogProps) {
  const environments = useQuery(useTRPC().environments.list.queryOptions()).data?.environments ?? [];
  const form = useForm({
    initial: {
      name: '',
      expiresIn: String(DEFAULT_LIFETIME),
      read: true,
      write: false,
      delete: false,
      certificates: '',
      tag: '',
      allowedAddresses: '',
    },
    check: ({ allowedAddresses }) =>
      entriesOf(allowedAddresses).length > ALLOWED_ADDRESSES_MAX ? { allowedAddresses: `At most ${ALLOWED_ADDRESSES_MAX} addresses.` } : {},
    failed: 'Failed to create API key',
    submit: (values) =>
      onCreate({
        name: values.name.trim(),
        expiresIn: lifetimeOf(values.expiresIn),
        permissions: { read: values.read, write: values.write, delete: values.delete },
        scope: scopeOf(values, environments) ?? null,
        allowedAddresses: entriesOf(values.allowedAddresses),
      }),
  });
  const { values, field, box } = form;
  const hasPermission = values.read || values.write || values.delete;
  return (
    <FormDialog
      form={form}
      title="Create API Key"
      action="Create"
      busyAction="Creating..."
      incomplete={values.name.trim() === '' || !hasPermission || scopeOf(values, environments) === undefined}
      onClose={onClose}
    >
      <Field {...field('name')} label="Name" maxLength={CREDENTIAL_NAME_MAX_LENGTH} data-autofocus />
      <LifetimeSelect {...field('expiresIn')} />
      <Fieldset variant="unstyled" legend="Permissions">
        <Stack gap="xs">
          <Checkbox {...box('read')} label="Read (view certificates)" />
          <Checkbox {...box('write')} label="Write (add/update certificates)" />
          <Checkbox {...box('delete')} label="Delete (remove certificates and environments)" />
        </Stack>
      </Fieldset>
      <NativeSelect
        {...field('certificates')}
        label="Certificates"
        data={[
          { value: '', label: 'All certificates' },
          ...environments.map(({ id, name }) => ({ value: id, label: `Environment ${name}` })),
          { value: WITH_TAG, label: 'With a tag' },
        ]}
      />
      {values.certificates === WITH_TAG ? (
        <Field
          {...field('tag')}
          label="Tag"
          description="As name=value. Certificates the key adds get this tag."
          placeholder="team=payments"
        />
      ) : null}
      <Textarea
        {...field('allowedAddresses')}
        label="Allowed IP addresses"
        description="IP addresses or CIDRs, one per line. Leave empty to allow any address."
        placeholder="192.0.2.0/24"
        autosize
        minRows={1}
        maxRows={4}
      />
    </FormDialog>
  );
}
