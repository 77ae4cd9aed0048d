import { lazy, Suspense } from 'react';
import { useCornerOpened } from './corner-state.ts';

const ToastCorner = lazy(() => import('./toast-corner.tsx'));

/** The corner where toasts stand; `showSuccess`, `showError` and `showInfo` put them there. */
export function Toasts() {
  if (!useCornerOpened()) return null;
  return (
    <Suspense>
      <ToastCorner />
    </Suspense>
  );
}
