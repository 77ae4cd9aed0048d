import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useForm } from '../../../ui/form/use-form.tsx';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import type { CertificateDetail } from '../types.ts';
import { useRefreshCertificates } from '../use-refresh.ts';
import { DateFields, expiresProblem, instantOf, typedOf } from './date-fields.tsx';

interface ChangeDateDialogProps {
  readonly certificate: Pick<CertificateDetail, 'id' | 'domain' | 'version' | 'notAfter' | 'issuer'>;
  readonly onClose: () => void;
}

/** Changes a date after its renewal. */
export default function ChangeDateDialog({ certificate, onClose }: ChangeDateDialogProps) {
  const { id, domain, version, notAfter } = certificate;
  const refresh = useRefreshCertificates();
  const change = useMutation(useTRPC().certificates.updateDate.mutationOptions());
  const form = useForm({
    initial: { expires: notAfter === null ? '' : typedOf(notAfter), issuer: certificate.issuer ?? '' },
    failed: 'Failed to change the date',
    check: ({ expires }) => ({ expires: expiresProblem(expires) }),
    submit: async ({ expires, issuer }) => {
      const expiresAt = instantOf(expires);
      if (expiresAt === null) return;
      await change.mutateAsync({ id, expiresAt, issuer: issuer.trim() || null, version });
      showSuccess('Date changed successfully!');
      await refresh();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={`Change ${domain}`} action="Change Date" busyAction="Changing..." onClose={onClose}>
      <DateFields expires={form.field('expires')} issuer={form.field('issuer')} />
    </FormDialog>
  );
}
