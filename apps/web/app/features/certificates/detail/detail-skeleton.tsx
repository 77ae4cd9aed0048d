import { Stack } from '@mantine/core';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bones } from '../../../ui/query-panel/query-panel.tsx';
import { Bone } from '../../../ui/states/states.tsx';

/** The shape of the screen until its certificate is loaded. */
export function DetailSkeleton() {
  return (
    <Stack role="status" aria-label="Loading certificate">
      <Bone width={32} />
      <Panel label="Days until expiry">
        <Bones widths={[16, 100, 24]} />
      </Panel>
      <Panel label="Certificate Chain">
        <Bones />
      </Panel>
    </Stack>
  );
}
