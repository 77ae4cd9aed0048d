import { Box } from '@mantine/core';
import { MONITORED_NAME_MAX_LENGTH } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Field, Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import type { CertificateView } from '../types.ts';
import { useRefreshCertificates } from '../use-refresh.ts';
import { DateFields, expiresProblem, instantOf } from './date-fields.tsx';

/** Adds a date that no file shows. */
export default function DateForm({ onAdded }: { readonly onAdded: (certificate: CertificateView) => void }) {
  const refresh = useRefreshCertificates();
  const add = useMutation(useTRPC().certificates.addDate.mutationOptions());
  const form = useForm({
    initial: { name: '', expires: '', issuer: '' },
    failed: 'Failed to add the date',
    check: ({ name, expires }) => ({ name: name.trim() === '' ? 'Enter a name.' : undefined, expires: expiresProblem(expires) }),
    submit: async ({ name, expires, issuer }) => {
      const expiresAt = instantOf(expires);
      if (expiresAt === null) return;
      const { certificate } = await add.mutateAsync({ name: name.trim(), expiresAt, issuer: issuer.trim() || null });
      showSuccess('Date added successfully!');
      form.reset();
      onAdded(certificate);
      void refresh();
    },
  });
  return (
    <Box ta="left" w="100%">
      <Form form={form} label="Date" action="Add Date" busyAction="Adding..." look="screen">
        <Field {...form.field('name')} label="Name" placeholder="Acme SAML signing key" maxLength={MONITORED_NAME_MAX_LENGTH} />
        <DateFields expires={form.field('expires')} issuer={form.field('issuer')} />
      </Form>
    </Box>
  );
}
