import { Group, SimpleGrid, Stack, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { useMay, useSessionView } from '../../shell/session.ts';
import { useHydrated } from '../../theme/hydrated.ts';
import { Note } from '../../ui/note/note.tsx';
import { UntilLoaded } from '../../ui/query-panel/query-panel.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { useNow } from '../../ui/time/now.tsx';
import { IssuerPanel } from '../certificates/widgets/issuer-panel.tsx';
import css from './analytics.module.css';
import { AnalyticsTabs } from './analytics-tabs.tsx';
import { ExportButton } from './export-button.tsx';
import { InsightsPanel } from './insights-panel.tsx';
import { IssuerTrendPanel } from './issuer-trend-panel.tsx';
import { LockedPanel } from './locked-panel.tsx';
import { ScoreCards } from './score-cards.tsx';
import { SslScoresPanel } from './ssl-scores-panel.tsx';
import { TeamPanels } from './team-panels.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import { TrendsPanel } from './trends-panel.tsx';

/** Risk and health of everything that is monitored; parts that the plan does not include are locked. */
export function AnalyticsScreen() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const entitlements = useSessionView()?.entitlements;
  const mayExport = useMay('analytics/export-evidence');
  const analytics = useQuery(trpc.analytics.get.queryOptions());
  const refresh = (): void => {
    void queries.invalidateQueries(trpc.analytics.pathFilter());
    void queries.invalidateQueries(trpc.certificates.sslScores.pathFilter());
  };
  return (
    <>
      <AnalyticsTabs current="figures" isFetching={analytics.isFetching} refresh={refresh}>
        <Note span>{analytics.dataUpdatedAt === 0 ? null : <LastUpdated at={analytics.dataUpdatedAt} />}</Note>
        {mayExport ? <ExportButton href="/v1/evidence?format=file" text="Export evidence" /> : null}
      </AnalyticsTabs>
      <UntilLoaded label="Analytics" query={analytics} failed="The figures did not load" unaffected="Monitoring continues.">
        {(figures) => (
          <Stack gap="md">
            <ScoreCards figures={figures} />
            <div className={css.split}>
              <IssuerPanel issuers={figures.issuers} issuersTotal={figures.issuersTotal} />
              <InsightsPanel figures={figures} />
            </div>
          </Stack>
        )}
      </UntilLoaded>
      <TrendsPanel />
      <IssuerTrendPanel />
      <SslScoresPanel />
      <Section title="Team Analytics">
        {entitlements?.team === true ? (
          <TeamPanels />
        ) : (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <LockedPanel
              title="Lifecycle"
              text="How long your certificates live, and which will be shorter after their renewal."
              plan="Team"
            />
            <LockedPanel title="Estimated annual cost" text="What wildcard certificates would save in a year." plan="Team" />
          </SimpleGrid>
        )}
      </Section>
      <Section title="Enterprise Analytics">
        {entitlements?.enterprise === true ? (
          <TimelinePanel />
        ) : (
          <LockedPanel
            title="Lifecycle timeline"
            text="Every expiry in the next 30, 90 or 365 days, with marks at 7 and 30 days."
            plan="Enterprise"
          />
        )}
      </Section>
    </>
  );
}

/** By the browser's clock, which may differ from the server's: both draw the instant of the page first. */
function LastUpdated({ at }: { readonly at: number }) {
  const now = useNow();
  return (
    <>
      Last updated <AbsoluteTime value={useHydrated() ? new Date(at) : now} form="datetime" />
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="section" gap="md" aria-label={title}>
      <Group gap="sm" className={css.section ?? ''}>
        <Title order={2} size="h3">
          {title}
        </Title>
      </Group>
      {children}
    </Stack>
  );
}
