import { lazyDialog } from '../../../ui/lazy/lazy.tsx';

const ConfirmDialog = lazyDialog(() => import('../../../ui/dialog/confirm-dialog.tsx'));

interface RevokeDialogProps {
  readonly kind: 'token' | 'API key';
  readonly name: string;
  /** Rejects with the call's error. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before a credential is revoked, with the text of spec 2 section 5. */
export function RevokeDialog({ kind, name, ...actions }: RevokeDialogProps) {
  return (
    <ConfirmDialog title={`Revoke ${name}`} action="Revoke" busyAction="Revoking..." failed={`Failed to revoke ${kind}`} {...actions}>
      {`Are you sure you want to revoke this ${kind}? This action cannot be undone.`}
    </ConfirmDialog>
  );
}
