import { Text } from '@mantine/core';
import { Panel } from '../../ui/panel/panel.tsx';

/** Shown at the address of plans on an installation that sells none. */
export function NotSold() {
  return (
    <Panel label="Plans & Billing">
      <Text p="lg">This installation is self-hosted: everything is included, and nothing is for sale.</Text>
    </Panel>
  );
}
