import type { CertificateId } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { showError, showSuccess } from '../../ui/toasts/show-toast.ts';
import { failureText } from './failure-text.ts';
import { useRefreshCertificates } from './use-refresh.ts';

const FAILED = 'Failed to check certificate';

/** Checks single certificates, several at a time. An endpoint that does not answer is a failed check with its reason. */
export function useCheckOne() {
  const trpc = useTRPC();
  const refresh = useRefreshCertificates();
  const [checking, setChecking] = useState<ReadonlySet<CertificateId>>(new Set());
  const { mutateAsync } = useMutation(trpc.certificates.check.mutationOptions());
  const check = useCallback(
    async (id: CertificateId): Promise<void> => {
      setChecking((ids) => new Set(ids).add(id));
      try {
        const { certificate } = await mutateAsync({ id });
        if (certificate.unreachable === null) showSuccess('Certificate checked successfully!');
        else showError(`${FAILED}. ${certificate.unreachable.detail}`);
      } catch (error) {
        showError(failureText(error, FAILED));
      }
      await refresh();
      setChecking((ids) => new Set([...ids].filter((other) => other !== id)));
    },
    [mutateAsync, refresh],
  );
  return { checking, check: useCallback((id: CertificateId) => void check(id), [check]) };
}
