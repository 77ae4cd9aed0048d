import ConfirmDialog from '../../ui/confirm/confirm-dialog.tsx';
import css from './team.module.css';
import { fullName, texts } from './team-texts.ts';
import type { Member } from './types.ts';
import type { useTeamActions } from './use-team-actions.ts';

interface RemovalDialogProps {
  readonly member: Member;
  readonly actions: ReturnType<typeof useTeamActions>;
  readonly onClose: () => void;
}

export default function RemovalDialog({ member, actions, onClose }: RemovalDialogProps) {
  const remove = async (): Promise<void> => {
    await actions.remove(member);
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Remove ${fullName(member)}`}
      action="Remove User"
      busyAction="Removing..."
      busy={actions.busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{texts.removeQuestion}</p>
      <p className={css.hint}>
        The account of {member.email}, its sessions and its tokens end at once. Certificates, settings and API keys are the organization’s
        and stay.
      </p>
    </ConfirmDialog>
  );
}
