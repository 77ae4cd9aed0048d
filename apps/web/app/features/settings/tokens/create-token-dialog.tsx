import type { CredentialLifetime } from '@notafter/domain';
import { useState } from 'react';
import { CreateDialog } from '../credentials/create-dialog.tsx';
import { LifetimeSelect } from '../credentials/lifetime-select.tsx';

interface CreateTokenDialogProps {
  readonly busy: boolean;
  /** Rejects with what it failed with. */
  readonly onCreate: (name: string, expiresIn: CredentialLifetime) => Promise<void>;
  readonly onClose: () => void;
}

export default function CreateTokenDialog({ busy, onCreate, onClose }: CreateTokenDialogProps) {
  const [expiresIn, setExpiresIn] = useState<CredentialLifetime>(null);
  return (
    <CreateDialog
      title="Create Token"
      failed="Failed to create token"
      hint="What it is for, so that you know it again. It acts as you, with your role."
      busy={busy}
      onCreate={(name) => onCreate(name, expiresIn)}
      onClose={onClose}
    >
      <LifetimeSelect value={expiresIn} onChange={setExpiresIn} />
    </CreateDialog>
  );
}
