import { useEffect } from 'react';
import { StatusMark } from '../status/status-mark.tsx';
import { type PlainToast, takePlainAway, useCorner } from './corner-state.ts';
import { loadCorner } from './load-corner.ts';
import css from './plain-toast.module.css';
import { TOAST_MS } from './toast-time.ts';

/** The corner where toasts stand; `showSuccess` and `showError` put them there. */
export function Toasts() {
  const { Corner, plain } = useCorner();
  useEffect(() => {
    // With the first touch, while the server is there: a later failure is told as all others are.
    const load = (): void => void loadCorner().catch(() => undefined);
    const once = { once: true, passive: true };
    window.addEventListener('pointerdown', load, once);
    window.addEventListener('keydown', load, once);
    return () => {
      window.removeEventListener('pointerdown', load);
      window.removeEventListener('keydown', load);
    };
  }, []);
  return (
    <>
      {Corner === null ? null : <Corner />}
      {plain === null ? null : <Plain toast={plain} />}
    </>
  );
}

function Plain({ toast }: { readonly toast: PlainToast }) {
  useEffect(() => {
    const timer = window.setTimeout(() => takePlainAway(toast), TOAST_MS);
    return () => window.clearTimeout(timer);
  }, [toast]);
  return (
    <p className={css.toast} role={toast.tone === 'expired' ? 'alert' : 'status'}>
      <StatusMark tone={toast.tone} />
      {toast.text}
    </p>
  );
}
