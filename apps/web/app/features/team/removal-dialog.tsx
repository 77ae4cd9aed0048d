import { Text } from '@mantine/core';
import ConfirmDialog from '../../ui/dialog/confirm-dialog.tsx';
import { fullName, texts } from './team-texts.ts';
import type { Member } from './types.ts';
import type { useTeamActions } from './use-team-actions.ts';

interface RemovalDialogProps {
  readonly member: Member;
  readonly actions: ReturnType<typeof useTeamActions>;
  readonly onClose: () => void;
}

export default function RemovalDialog({ member, actions, onClose }: RemovalDialogProps) {
  return (
    <ConfirmDialog
      title={`Remove ${fullName(member)}`}
      action="Remove User"
      busyAction="Removing..."
      failed={texts.removeFailed}
      onConfirm={() => actions.remove(member)}
      onClose={onClose}
    >
      <p>{texts.removeQuestion}</p>
      <Text mt="xs" size="sm" c="dimmed">
        The account of {member.email}, its sessions and its tokens end at once. Certificates, settings and API keys belong to the
        organization and remain.
      </Text>
    </ConfirmDialog>
  );
}
