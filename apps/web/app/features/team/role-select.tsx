import { NativeSelect } from '@mantine/core';
import type { Role } from '@notafter/domain';
import { roleNames, roleNotes } from './team-texts.ts';

const isRole = (value: string): value is Role => Object.hasOwn(roleNames, value);

/** A select of the two roles with what the chosen one means. */
export function RoleSelect({ value, onChange }: { readonly value: Role; readonly onChange: (role: Role) => void }) {
  return (
    <NativeSelect
      label="Role"
      description={roleNotes[value]}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value}
      onChange={(event) => {
        if (isRole(event.currentTarget.value)) onChange(event.currentTarget.value);
      }}
    >
      <option value="viewer">{roleNames.viewer}</option>
      <option value="admin">{roleNames.admin}</option>
    </NativeSelect>
  );
}
