import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { useSessionView } from '../../shell/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { UntilLoaded } from '../../ui/query-panel/query-panel.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { WithAside } from '../../ui/with-aside/with-aside.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { AdminCards } from './admin-cards.tsx';
import { ChartsPanel } from './charts-panel.tsx';
import { OrganizationsPanel } from './organizations-panel.tsx';
import { PlansPanel } from './plans-panel.tsx';

/** The installation, for platform administrators. The server judges the right again at every call. */
export function AdminScreen() {
  if (useSessionView()?.platformAdmin === true) return <Administration />;
  return (
    <Panel title="Access Denied">
      <Text p="md">You don't have permission to access the administration panel.</Text>
    </Panel>
  );
}

function Administration() {
  const { admin } = useTRPC();
  const dashboard = useQuery(admin.dashboard.queryOptions());
  const health = useQuery(admin.health.queryOptions());
  return (
    <Stack gap="md">
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
