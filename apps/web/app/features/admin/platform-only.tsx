import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSessionView } from '../../shell/session.ts';
import { Panel } from '../../ui/panel/panel.tsx';

/** Its children, or the refusal that everyone but a platform administrator sees. The server judges the right again at every call. */
export function PlatformOnly({ children }: { readonly children: ReactNode }) {
  if (useSessionView()?.platformAdmin === true) return children;
  return (
    <Panel title="Access Denied">
      <Text p="md">You don't have permission to access the administration panel.</Text>
    </Panel>
  );
}
