import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { Role } from '@notafter/domain';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useForm } from '../../ui/form/use-form.tsx';
import { fullName, roleNames, roleNotes, texts } from './team-texts.ts';
import type { Member } from './types.ts';
import type { useTeamActions } from './use-team-actions.ts';

interface RoleDialogProps {
  readonly member: Member;
  readonly actions: ReturnType<typeof useTeamActions>;
  readonly onClose: () => void;
}

/** The note below the role says that other admins cannot change an admin back. */
export default function RoleDialog({ member, actions, onClose }: RoleDialogProps) {
  const initial: { readonly role: Role } = { role: member.role };
  const form = useForm({
    initial,
    failed: texts.roleFailed,
    submit: async ({ role }) => {
      await actions.changeRole(member, role);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Change role of ${fullName(member)}`}
      action="Update Role"
      busyAction="Saving..."
      incomplete={form.values.role === member.role}
      onClose={onClose}
    >
      <RoleSelect {...form.field('role')} />
    </FormDialog>
  );
}

interface RoleSelectProps extends Pick<NativeSelectProps, 'name' | 'onChange' | 'error'> {
  readonly value: Role;
}

/** The two roles, and what the chosen one may do. */
export function RoleSelect({ value, ...field }: RoleSelectProps) {
  return (
    <NativeSelect
      {...field}
      label="Role"
      description={roleNotes[value]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      data={[
        { value: 'viewer', label: roleNames.viewer },
        { value: 'admin', label: roleNames.admin },
      ]}
    />
  );
}
