import { laterDialog } from '../../../ui/later/later.tsx';

const ConfirmDialog = laterDialog(() => import('../../../ui/confirm/confirm-dialog.tsx'));

interface RevokeDialogProps {
  readonly kind: 'token' | 'API key';
  readonly name: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a secret ends for ever, in the words of spec 2 section 5. */
export function RevokeDialog({ kind, name, busy, onConfirm, onClose }: RevokeDialogProps) {
  return (
    <ConfirmDialog title={`Revoke ${name}`} action="Revoke" busyAction="Revoking..." busy={busy} onConfirm={onConfirm} onClose={onClose}>
      {`Are you sure you want to revoke this ${kind}? This action cannot be undone.`}
    </ConfirmDialog>
  );
}
