import { ActionIcon, Text } from '@mantine/core';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';

/** The search language: each word with an example. */
const words = [
  { word: 'tag:', note: 'A tag: tag:web or tag:team=web' },
  { word: 'env:', note: 'An environment, or the tag env' },
  { word: 'issuer:', note: 'Part of the issuer: issuer:digicert' },
  { word: 'domain:', note: 'Part of the domain: domain:shop' },
  { word: 'owner:', note: 'An owner: owner:"Ada Lovelace"' },
  { word: 'expires:', note: 'expires:<30d, or a date: expires:>2027-01-31' },
] as const;

/** The words that the search understands. Choosing one writes it into the field. Phones have no room for it. */
export function SearchHelp({ onInsert }: { readonly onInsert: (word: string) => void }) {
  return (
    <ActionMenu
      inPlace
      width={330}
      trigger={
        <ActionIcon variant="subtle" color="gray" size={26} visibleFrom="xs" aria-label="Search words" title="Search words">
          <Icon name="help" small />
        </ActionIcon>
      }
      header={
        <Text size="xs" c="dimmed" px="sm" py={6}>
          Plain text finds domains and issuers. With these words, everything must match:
        </Text>
      }
      entries={words.map(({ word, note }) => ({ label: word, note, icon: 'search', onSelect: () => onInsert(word) }))}
    />
  );
}
