import { lazyDialog } from '../lazy/lazy.tsx';

export const ConfirmDialog = lazyDialog(() => import('./confirm-dialog.tsx'));
export const SecretDialog = lazyDialog(() => import('./secret-dialog.tsx'));
