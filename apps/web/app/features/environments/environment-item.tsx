import { ActionIcon, Group } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';
import { Item } from '../../ui/item-list/item-list.tsx';
import { assignedText } from './environment-texts.ts';
import type { Environment } from './types.ts';

interface EnvironmentItemProps {
  readonly environment: Environment;
  /** Absent for people who may not edit. */
  readonly onEdit?: (() => void) | undefined;
  readonly onRemove?: (() => void) | undefined;
}

export function EnvironmentItem({ environment: { name, description, certificateCount }, onEdit, onRemove }: EnvironmentItemProps) {
  return (
    <Item
      title={name}
      action={
        onEdit === undefined ? null : (
          <Group gap="xxs" wrap="nowrap">
            <ActionIcon variant="subtle" color="gray" size={32} onClick={onEdit} aria-label={`Edit ${name}`}>
              <Icon name="edit" small />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" size={32} onClick={onRemove} aria-label={`Delete ${name}`}>
              <Icon name="trash" small />
            </ActionIcon>
          </Group>
        )
      }
    >
      {description === null ? '' : `${description} \u00b7 `}
      {assignedText(certificateCount)}
    </Item>
  );
}
