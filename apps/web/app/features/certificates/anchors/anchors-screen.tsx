import { Stack } from '@mantine/core';
import { AssignmentsPanel } from './assignments-panel.tsx';
import { SetsPanel } from './sets-panel.tsx';

/** Roots of the organization's own CAs, and which certificates may end at them. */
export function AnchorsScreen() {
  return (
    <Stack>
      <SetsPanel />
      <AssignmentsPanel />
    </Stack>
  );
}
