import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { Role } from '@notafter/domain';
import { roleNames, roleNotes } from './team-texts.ts';

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
