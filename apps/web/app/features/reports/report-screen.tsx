import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { useMay, useSessionView } from '../../shell/session.ts';
import { FactList } from '../../ui/fact-list/fact-list.tsx';
import { lazyPart } from '../../ui/lazy/lazy.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { UntilLoaded } from '../../ui/query-panel/query-panel.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { AnalyticsTabs } from '../analytics/analytics-tabs.tsx';
import { LockedPanel } from '../analytics/locked-panel.tsx';
import { RecipientsPanel } from './recipients-panel.tsx';
import { scheduleText } from './schedule-text.ts';
import type { ReportSettings } from './types.ts';

const SettingsForm = lazyPart(() => import('./settings-form.tsx'));
const PreviewPanel = lazyPart(() => import('./preview-panel.tsx'));

/** The report by mail: when it is due, who gets it, and how it looks. */
export function ReportScreen() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const isIncluded = useSessionView()?.entitlements.team === true;
  const query = useQuery({ ...trpc.reports.settings.queryOptions(), enabled: isIncluded });
  const refresh = () => void queries.invalidateQueries(trpc.reports.pathFilter());
  return (
    <Stack gap="md">
      <AnalyticsTabs current="report" isFetching={query.isFetching} refresh={refresh} />
      {isIncluded ? (
        <UntilLoaded label="Report" query={query} failed="The report settings did not load" unaffected="Reports are still sent.">
          {(settings) => <Settings settings={settings} />}
        </UntilLoaded>
      ) : (
        <LockedPanel
          title="Report by mail"
          text="The figures of each week or month, what expires next, and a file, in your inbox."
          plan="Team"
        />
      )}
    </Stack>
  );
}

function Settings({ settings }: { readonly settings: ReportSettings }) {
  const mayChange = useMay('reports/save-report-settings');
  const { nextAt, lastSentAt } = settings;
  return (
    <>
      <Panel title="Report by mail">
        <Stack gap="sm" px="md" py="sm">
          <FactList
            facts={[
              ['Schedule', scheduleText(settings)],
              ['Next report', nextAt === null ? 'None' : <AbsoluteTime value={nextAt} form="datetime" />],
              ['Last sent', lastSentAt === null ? 'Never' : <AbsoluteTime value={lastSentAt} form="datetime" />],
            ]}
          />
        </Stack>
        {mayChange ? <SettingsForm settings={settings} /> : null}
      </Panel>
      <RecipientsPanel recipients={settings.recipientStates} />
      <PreviewPanel />
    </>
  );
}
