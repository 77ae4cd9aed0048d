import { Button, Stack } from '@mantine/core';
import { Link, useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { useMay } from '../../shell/session.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { lazyPart } from '../../ui/lazy/lazy.tsx';
import { PageTabs } from '../../ui/page-tabs/page-tabs.tsx';
import { AlertsTab } from './alerts/alerts-tab.tsx';
import { useLog } from './alerts/use-log.ts';
import { useTestAll } from './channels/use-test-all.ts';
import { texts } from './notification-texts.ts';
import { parseTab, type Tab, tabAddress, tabs } from './tabs.ts';
import type { Channel } from './types.ts';

const ChannelsTab = lazyPart(async () => ({ default: (await import('./channels/channels-tab.tsx')).ChannelsTab }));
const SmartTab = lazyPart(async () => ({ default: (await import('./smart/smart-tab.tsx')).SmartTab }));

/** Recent alerts, their channels, and escalation. The tab is in the address. */
export function NotificationsScreen() {
  const [params] = useSearchParams();
  const tab = parseTab(params);
  return (
    <Stack>
      <Head tab={tab} />
      <NoChannels tab={tab} />
      {tab === 'alerts' ? <AlertsTab /> : tab === 'channels' ? <ChannelsTab /> : <SmartTab />}
    </Stack>
  );
}

function Head({ tab }: { readonly tab: Tab }) {
  const { openCount } = useLog();
  const channels = useQuery(useTRPC().notifications.channels.queryOptions()).data?.channels;
  const nothingToTest = channels?.every(({ state }) => state !== 'configured') ?? true;
  const mayTest = useMay('notifications/test-all-channels');
  const testAll = useTestAll();
  return (
    <PageTabs
      label="Notifications"
      tabs={tabs.map(({ id, label }) => ({
        to: tabAddress(id),
        label,
        active: id === tab,
        count: id === 'alerts' ? openCount : undefined,
      }))}
    >
      {mayTest ? (
        <Button variant="default" size="sm" onClick={testAll.run} disabled={testAll.busy || nothingToTest}>
          {testAll.busy ? 'Sending...' : 'Test All Notifications'}
        </Button>
      ) : null}
      <Button component={Link} to={tabAddress('channels')} variant="default" size="sm">
        Configure Channels
      </Button>
    </PageTabs>
  );
}

const canDeliver = ({ enabled, trouble }: Channel): boolean => enabled && trouble === null;

/** Shown once the channels are known and none can deliver. */
function NoChannels({ tab }: { readonly tab: Tab }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.notifications.channels.queryOptions());
  if (data === undefined || data.channels.some(canDeliver)) return null;
  const enabled = data.channels.some((channel) => channel.enabled);
  return (
    <Banner
      tone="warning"
      action={
        tab === 'channels' ? undefined : (
          <Button component={Link} to={tabAddress('channels')} size="sm">
            Setup Now
          </Button>
        )
      }
    >
      {enabled ? texts.noneWorks : texts.noChannels}
    </Banner>
  );
}
