import { Box } from '@mantine/core';
import { certificatesOnly, MONITORED_NAME_MAX_LENGTH } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Field, Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import type { CertificateView } from '../types.ts';
import { useRefreshCertificates } from '../use-refresh.ts';
import { CertificateField, certificateProblem } from './certificate-field.tsx';

/** Adds a certificate that no reachable server shows. */
export default function UploadForm({ onAdded }: { readonly onAdded: (certificate: CertificateView) => void }) {
  const refresh = useRefreshCertificates();
  const upload = useMutation(useTRPC().certificates.upload.mutationOptions());
  const form = useForm({
    initial: { certificate: '', name: '' },
    failed: 'Failed to upload the certificate',
    check: ({ certificate }) => ({ certificate: certificateProblem(certificate) }),
    submit: async ({ certificate, name }) => {
      const named = name.trim() === '' ? {} : { name: name.trim() };
      const added = await upload.mutateAsync({ certificate: certificatesOnly(certificate).text, ...named });
      showSuccess('Certificate added successfully!');
      form.reset();
      onAdded(added.certificate);
      void refresh();
    },
  });
  return (
    <Box ta="left" w="100%">
      <Form form={form} label="Certificate file" action="Add Certificate" busyAction="Adding..." look="screen">
        <CertificateField field={form.field('certificate')} onText={(certificate) => form.set({ certificate })} />
        <Field
          {...form.field('name')}
          label="Name"
          description="Leave it empty for the certificate's first name."
          placeholder="Acme VPN client"
          maxLength={MONITORED_NAME_MAX_LENGTH}
        />
      </Form>
    </Box>
  );
}
