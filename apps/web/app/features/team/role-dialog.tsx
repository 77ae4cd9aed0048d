import { Button } from '@mantine/core';
import type { Role } from '@notafter/domain';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { RoleSelect } from './role-select.tsx';
import { fullName } from './team-texts.ts';
import type { Member } from './types.ts';
import type { useTeamActions } from './use-team-actions.ts';

interface RoleDialogProps {
  readonly member: Member;
  readonly actions: ReturnType<typeof useTeamActions>;
  readonly onClose: () => void;
}

/** The note of the chosen role says that an admin cannot be changed back here. */
export default function RoleDialog({ member, actions, onClose }: RoleDialogProps) {
  const [role, setRole] = useState<Role>(member.role);
  const save = async (): Promise<void> => {
    await actions.changeRole(member, role);
    onClose();
  };
  return (
    <Dialog
      title={`Change role of ${fullName(member)}`}
      busy={actions.busy}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={actions.busy}>
            Cancel
          </Button>
          <Button onClick={() => void save()} disabled={role === member.role || actions.busy}>
            {actions.busy ? 'Saving...' : 'Update Role'}
          </Button>
        </>
      }
    >
      <RoleSelect value={role} onChange={setRole} />
    </Dialog>
  );
}
