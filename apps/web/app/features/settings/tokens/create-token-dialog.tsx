import { CreateDialog } from '../credentials/create-dialog.tsx';

interface CreateTokenDialogProps {
  readonly busy: boolean;
  /** Rejects with what it failed with. */
  readonly onCreate: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

export default function CreateTokenDialog(props: CreateTokenDialogProps) {
  return (
    <CreateDialog
      title="Create Token"
      failed="Failed to create token"
      hint="What it is for, so that you know it again. It acts as you, with your role."
      {...props}
    />
  );
}
