import { certificatesOnly } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import type { CertificateDetail } from '../types.ts';
import { useRefreshCertificates } from '../use-refresh.ts';
import { CertificateField, certificateProblem } from './certificate-field.tsx';

interface ReplaceDialogProps {
  readonly certificate: Pick<CertificateDetail, 'id' | 'domain' | 'version'>;
  readonly onClose: () => void;
}

/** Replaces an uploaded certificate after its renewal. */
export default function ReplaceDialog({ certificate: { id, domain, version }, onClose }: ReplaceDialogProps) {
  const refresh = useRefreshCertificates();
  const replace = useMutation(useTRPC().certificates.replaceUpload.mutationOptions());
  const form = useForm({
    initial: { certificate: '' },
    failed: 'Failed to replace the certificate',
    check: ({ certificate }) => ({ certificate: certificateProblem(certificate) }),
    submit: async ({ certificate }) => {
      await replace.mutateAsync({ id, certificate: certificatesOnly(certificate).text, version });
      showSuccess('Certificate replaced successfully!');
      await refresh();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={`Replace ${domain}`} size={620} action="Replace" busyAction="Replacing..." onClose={onClose}>
      <CertificateField field={form.field('certificate')} onText={(certificate) => form.set({ certificate })} />
    </FormDialog>
  );
}
