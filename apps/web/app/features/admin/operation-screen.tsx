import { Button, SimpleGrid, Stack } from '@mantine/core';
import { formatBytes } from '@notafter/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { Icon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { UntilLoaded } from '../../ui/query-panel/query-panel.tsx';
import { StatCard, StatCards } from '../../ui/stat-card/stat-card.tsx';
import type { MarkTone } from '../../ui/status/status-mark.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { DatabasePanels } from './database-panels.tsx';
import { PlatformOnly } from './platform-only.tsx';
import { QueuesPanel } from './queues-panel.tsx';
import { ServicesPanel } from './services-panel.tsx';
import { SlowChecksPanel } from './slow-checks-panel.tsx';
import type { OperatorView } from './types.ts';

/** The work of the installation and its faults, for platform administrators. */
export function OperationScreen() {
  return (
    <PlatformOnly>
      <Operation />
    </PlatformOnly>
  );
}

function Operation() {
  const { admin } = useTRPC();
  const queries = useQueryClient();
  const view = useQuery(admin.operatorView.queryOptions());
  return (
    <Stack gap="md">
      <AdminTabs current="operation">
        <Button
          variant="default"
          leftSection={<Icon name="refresh" small />}
          loading={view.isFetching}
          onClick={() => void queries.invalidateQueries(admin.pathFilter())}
        >
          Refresh
        </Button>
      </AdminTabs>
      <UntilLoaded label="Operation" query={view} failed="The figures did not load" unaffected="Monitoring continues.">
        {(found) => (
          <>
            <Cards view={found} />
            <ChannelsPanel />
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <QueuesPanel view={found} />
              <SlowChecksPanel view={found} />
            </SimpleGrid>
            <ServicesPanel view={found} />
            <DatabasePanels />
          </>
        )}
      </UntilLoaded>
    </Stack>
  );
}

const alarming = (count: number, tone: MarkTone = 'warning'): MarkTone => (count === 0 ? 'valid' : tone);

function Cards({ view }: { readonly view: OperatorView }) {
  const { admin } = useTRPC();
  const channels = useQuery(admin.failingChannels.queryOptions()).data;
  const database = useQuery(admin.database.queryOptions()).data;
  const { queues, failedJobs, overdueChecks, serviceCounts } = view;
  const failing = channels?.total ?? null;
  return (
    <Panel label="Figures">
      <StatCards label="Figures" least={150}>
        <StatCard size="sm" label="Jobs waiting" value={queues.reduce((sum, { ready }) => sum + ready, 0)} />
        <StatCard size="sm" label="Failed jobs" tone={alarming(failedJobs)} value={failedJobs} />
        <StatCard size="sm" label="Overdue checks" tone={alarming(overdueChecks)} value={overdueChecks} />
        <StatCard size="sm" label="Failing channels" tone={alarming(failing ?? 0, 'critical')} value={failing} />
        <StatCard size="sm" label="Service problems" tone={alarming(serviceCounts.unwell, 'critical')} value={serviceCounts.unwell} />
        <StatCard size="sm" label="Database" value={database === undefined ? null : formatBytes(database.bytes)} />
      </StatCards>
    </Panel>
  );
}
