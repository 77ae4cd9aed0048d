import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { countText } from '@notafter/domain';
import { useState } from 'react';
import { Banner } from '../../ui/banner/banner.tsx';
import { AddButton, MonitoredMark } from './add-button.tsx';
import { hintText } from './discovery-texts.ts';
import type { Hint } from './types.ts';
import type { Adding } from './use-adding.ts';

interface WildcardNoticeProps {
  readonly hints: readonly Hint[];
  /** Null if the role may not add certificates. */
  readonly adding: Adding | null;
}

const titleOf = ({ wildcard, reason }: Hint): string => `${reason === 'san' ? 'Wildcard in use' : 'Wildcard suggested'}: ${wildcard}`;

/** Wildcards that could each replace several entries. The others show on demand. */
export function WildcardNotice({ hints, adding }: WildcardNoticeProps) {
  const [all, setAll] = useState(false);
  const [first, ...others] = hints;
  if (first === undefined) return null;
  const shown = all ? hints : [first];
  return (
    <Stack component="section" gap="xs" aria-label="Wildcard suggestions">
      {shown.map((hint) => (
        <Banner key={hint.wildcard} tone="info">
          <Group gap="xs" align="flex-start">
            <Box flex="1 1 240px" miw={0}>
              <strong>{titleOf(hint)}</strong>
              <Text size="sm">{hintText(hint)}</Text>
            </Box>
            {hint.domain === null ? null : adding !== null ? (
              <AddButton domain={hint.domain} certificateId={hint.certificateId} adding={adding} />
            ) : hint.certificateId === null ? null : (
              <MonitoredMark domain={hint.domain} certificateId={hint.certificateId} />
            )}
          </Group>
        </Banner>
      ))}
      {others.length === 0 ? null : (
        <Button size="sm" variant="subtle" color="gray" w="fit-content" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show the first only' : `Show ${countText(others.length)} more`}
        </Button>
      )}
    </Stack>
  );
}
