import { Group } from '@mantine/core';
import { Tag } from '../../../ui/badge/badge.tsx';
import { Icon } from '../../../ui/icons.tsx';

interface TagChipsProps {
  readonly environmentName: string | null;
  readonly tags: Readonly<Record<string, string>>;
}

/** The environment first, by its sign, then every tag by its name. */
export function TagChips({ environmentName, tags }: TagChipsProps) {
  return (
    <Group gap="xs">
      {environmentName === null ? null : (
        <Tag wraps>
          <Icon name="layers" small />
          {environmentName}
        </Tag>
      )}
      {Object.entries(tags).map(([name, value]) => (
        <Tag key={name} name={name} wraps>
          {value}
        </Tag>
      ))}
    </Group>
  );
}
