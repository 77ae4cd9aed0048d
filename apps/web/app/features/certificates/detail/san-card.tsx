import { Anchor, Box, Stack, Text, TextInput } from '@mantine/core';
import { countText } from '@notafter/domain';
import { useState } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';

/** Spec 1 section 9: five names until the person opens all, and a search box above ten. */
const COLLAPSED_NAMES = 5;
const SEARCH_ABOVE = 10;
/** More rows than people read. The search finds the others. */
const SHOWN_MAX = 500;

/** Returns the names that match a search, else the first five or all, without duplicates. */
export function shownNames(names: readonly string[], search: string, all: boolean): string[] {
  const distinct = [...new Set(names)];
  const wanted = search.trim().toLowerCase();
  if (wanted !== '') return distinct.filter((name) => name.toLowerCase().includes(wanted)).slice(0, SHOWN_MAX);
  return distinct.slice(0, all ? SHOWN_MAX : COLLAPSED_NAMES);
}

export function SanCard({ names }: { readonly names: readonly string[] }) {
  const [all, setAll] = useState(false);
  const [search, setSearch] = useState('');
  const shown = shownNames(names, search, all);
  const scrolls = shown.length > COLLAPSED_NAMES;
  return (
    <Panel title="Subject Alternative Names" count={names.length}>
      <Stack gap={10} p="md" align="flex-start">
        {names.length > SEARCH_ABOVE ? (
          <TextInput
            type="search"
            placeholder="Search names"
            aria-label="Search names"
            size="sm"
            w="100%"
            leftSection={<Icon name="search" small />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        ) : null}
        {shown.length === 0 ? <Text size="sm">No name contains “{search.trim()}”.</Text> : null}
        <Box
          component="ul"
          w="100%"
          mah={480}
          style={scrollingNames}
          {...(scrolls ? { tabIndex: 0, 'aria-label': 'Subject Alternative Names' } : {})}
        >
          {shown.map((name) => (
            <Text key={name} component="li" size="sm" ff="monospace" c="var(--na-text)" py={3}>
              {name}
            </Text>
          ))}
        </Box>
        {names.length > COLLAPSED_NAMES && search.trim() === '' ? (
          <Anchor component="button" type="button" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'View Less' : `View All (${countText(names.length)})`}
          </Anchor>
        ) : null}
      </Stack>
    </Panel>
  );
}

const scrollingNames = { overflow: 'hidden auto', overflowWrap: 'anywhere' } as const;
