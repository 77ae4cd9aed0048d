import { Group } from '@mantine/core';
import { IconButton } from '../../ui/buttons/buttons.tsx';
import { Item } from '../../ui/item-list/item-list.tsx';
import { assignedText } from './environment-texts.ts';
import type { Environment } from './types.ts';

interface EnvironmentItemProps {
  readonly environment: Environment;
  /** Absent for people who may not edit. */
  readonly onEdit?: ((environment: Environment) => void) | undefined;
  readonly onRemove?: ((environment: Environment) => void) | undefined;
}

export function EnvironmentItem({ environment, onEdit, onRemove }: EnvironmentItemProps) {
  const { name, description, certificateCount } = environment;
  const actions = (
    <Group gap="xxs" wrap="nowrap">
      <IconButton icon="edit" size={32} label={`Edit ${name}`} onClick={() => onEdit?.(environment)} />
      <IconButton icon="trash" size={32} label={`Delete ${name}`} onClick={() => onRemove?.(environment)} />
    </Group>
  );
  return (
    <Item title={name} action={onEdit === undefined ? null : actions}>
      {description === null ? '' : `${description} \u00b7 `}
      {assignedText(certificateCount)}
    </Item>
  );
}
