import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Note } from '../../ui/note/note.tsx';
import { ProgressLine } from '../../ui/progress/progress-line.tsx';
import { durationText } from './discovery-texts.ts';
import type { RunView } from './types.ts';

const SECOND_MS = 1000;

/** Counts in the browser only: the first render shows none. */
function Elapsed({ since }: { readonly since: Date }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = (): void => setNow(Date.now());
    tick();
    const timer = window.setInterval(tick, SECOND_MS);
    return () => window.clearInterval(timer);
  }, []);
  return <Note span>{now === null ? null : durationText(now - since.getTime())}</Note>;
}

/** Screen readers hear every quarter, not every poll. */
const SAID_EVERY_PERCENT = 25;

const spokenText = (domain: string, progress: number): string => {
  const said = progress - (progress % SAID_EVERY_PERCENT);
  return said === 0 ? `The scan of ${domain} has started` : `The scan of ${domain} has passed ${said}%`;
};

/** The real progress of a run: it stops while a source does. */
export function RunProgress({ run: { domain, progress, startedAt } }: { readonly run: RunView }) {
  return (
    <Stack gap="xs" px="md" pb="md">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text span size="sm" fw={500} c="var(--na-text)" style={{ overflowWrap: 'anywhere' }}>
          Scanning {domain}... {progress}% complete
        </Text>
        <VisuallyHidden role="status">{spokenText(domain, progress)}</VisuallyHidden>
        <Elapsed since={startedAt} />
      </Group>
      <ProgressLine label={`Scanning ${domain}`} value={progress} max={100} />
    </Stack>
  );
}
