import { Group, Text } from '@mantine/core';
import { Banner } from '../../ui/banner/banner.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { UpgradeLink } from '../billing/upgrade-link.tsx';

/** In place of the list, for an organization that has no collectors, and no plan with them. */
export function LockedCollectors() {
  return (
    <Panel label="Collectors" locked>
      <Group p="lg" gap={14} align="flex-start" wrap="nowrap" c="dimmed">
        <Icon name="lock" />
        <div>
          <strong>Watch certificates inside closed networks</strong>
          <Text size="sm" mb="sm">
            A collector checks endpoints and certificate files that this server can&apos;t reach. Collectors are available on the Enterprise
            plan.
          </Text>
          <UpgradeLink />
        </div>
      </Group>
    </Panel>
  );
}

/** Above collectors that a former plan included. */
export const NotInPlan = () => (
  <Banner tone="info">
    Collectors are available on the Enterprise plan. Bundles of these collectors are refused until you upgrade. <UpgradeLink look="text" />
  </Banner>
);
