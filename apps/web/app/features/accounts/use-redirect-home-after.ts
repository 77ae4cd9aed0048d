import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

/** Leads to `/` a while after `when` became true, unless the person has left by then. */
export function useRedirectHomeAfter(delayMs: number, when: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!when) return;
    const timer = window.setTimeout(() => navigate('/'), delayMs);
    return () => window.clearTimeout(timer);
  }, [when, delayMs, navigate]);
}
