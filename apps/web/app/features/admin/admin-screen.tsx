import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { Icon } from '../../ui/icons.tsx';
import { Note } from '../../ui/note/note.tsx';
import { UntilLoaded } from '../../ui/query-panel/query-panel.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { WithAside } from '../../ui/with-aside/with-aside.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { AdminCards } from './admin-cards.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { ChartsPanel } from './charts-panel.tsx';
import { OrganizationsPanel } from './organizations-panel.tsx';
import { PlansPanel } from './plans-panel.tsx';
import { PlatformOnly } from './platform-only.tsx';

/** The organizations of the installation, for platform administrators. */
export function AdminScreen() {
  return (
    <PlatformOnly>
      <Administration />
    </PlatformOnly>
  );
}

function Administration() {
  const { admin } = useTRPC();
  const dashboard = useQuery(admin.dashboard.queryOptions());
  const health = useQuery(admin.health.queryOptions());
  return (
    <Stack gap="md">
      <AdminTabs current="organizations" />
      <UntilLoaded label="Figures" query={dashboard} failed="The figures did not load" unaffected="Monitoring continues.">
        {(stats) => <AdminCards stats={stats} health={health.data ?? null} />}
      </UntilLoaded>
      <Group gap="sm">
        <Note span>
          {health.data === undefined ? (
            health.isError ? (
              'The health check did not answer.'
            ) : null
          ) : (
            <>
              Last check <AbsoluteTime value={health.data.timestamp} form="datetime" />
            </>
          )}
        </Note>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="refresh" small />}
          loading={health.isFetching}
          onClick={() => void health.refetch()}
        >
          Refresh Health
        </Button>
      </Group>
      <ChartsPanel />
      <WithAside
        least={800}
        aside={
          <>
            <PlansPanel stats={dashboard.data ?? null} />
            <ActivityPanel />
          </>
        }
      >
        <OrganizationsPanel />
      </WithAside>
    </Stack>
  );
}
