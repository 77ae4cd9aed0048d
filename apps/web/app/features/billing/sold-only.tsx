import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSellsPlans } from '../../shell/session.ts';
import { Panel } from '../../ui/panel/panel.tsx';

/** Shows its content, or a note on an installation that sells no plans. */
export function SoldOnly({ children }: { readonly children: ReactNode }) {
  if (useSellsPlans()) return children;
  return (
    <Panel label="Plans & Billing">
      <Text p="lg">This installation is self-hosted. All features are included.</Text>
    </Panel>
  );
}
