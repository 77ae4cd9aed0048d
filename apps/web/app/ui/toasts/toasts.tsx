import { CloseButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { StatusMark } from '../status/status-mark.tsx';
import { closeToast, type Toast, useToasts } from './show-toast.ts';
import css from './toasts.module.css';

/** Spec 1 section 2. */
const TOAST_MS = 5000;
/** Further toasts wait until one is gone. */
const SHOWN_AT_ONCE = 4;

/** The corner for what `showSuccess` and `showError` show. */
export function Toasts() {
  return (
    <div className={css.corner}>
      {useToasts()
        .slice(0, SHOWN_AT_ONCE)
        .map((toast) => (
          <ShownToast key={toast.id} toast={toast} />
        ))}
    </div>
  );
}

function ShownToast({ toast }: { readonly toast: Toast }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = hovered || focused;
  useEffect(() => {
    if (paused) return;
    const timer = window.setTimeout(() => closeToast(toast), TOAST_MS);
    return () => window.clearTimeout(timer);
  }, [toast, paused]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only pauses, and keyboard focus pauses too
    <div
      className={css.toast}
      data-tone={toast.tone}
      role={toast.tone === 'expired' ? 'alert' : 'status'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <StatusMark tone={toast.tone} />
      <span className={css.text}>{toast.text}</span>
      <CloseButton size="sm" aria-label="Close" onClick={() => closeToast(toast)} />
    </div>
  );
}
