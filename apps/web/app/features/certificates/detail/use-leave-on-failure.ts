import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { problemOfCall } from '../../../api/problem.ts';
import { showError } from '../../../ui/toasts/show-toast.ts';

/** Spec 1 section 8: goes back to the list if the certificate does not load, with the reason in a toast. */
export function useLeaveOnFailure(error: unknown): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (error === null || error === undefined) return;
    const { code, message } = problemOfCall(error);
    if (code === 'unauthenticated') return;
    showError(code === 'certificate_not_found' ? message : 'Failed to load certificate');
    navigate('/certificates', { replace: true });
  }, [error, navigate]);
}
