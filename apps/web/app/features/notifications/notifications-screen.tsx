import { Button } from '@mantine/core';
import { countText } from '@notafter/domain';
import { Link, useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { useMay } from '../../shell/session.ts';
import { Count } from '../../ui/badge/badge.tsx';
import { Banner } from '../../ui/banner/banner.tsx';
import { lazyPart } from '../../ui/lazy/lazy.tsx';
import { AlertsTab } from './alerts/alerts-tab.tsx';
import { useLog } from './alerts/use-log.ts';
import { useTestAll } from './channels/use-test-all.ts';
import { texts } from './notification-texts.ts';
import css from './notifications-screen.module.css';
import { parseTab, type Tab, tabAddress, tabs } from './tabs.ts';
import type { Channel } from './types.ts';

const ChannelsTab = lazyPart(async () => ({ default: (await import('./channels/channels-tab.tsx')).ChannelsTab }));
const SmartTab = lazyPart(async () => ({ default: (await import('./smart/smart-tab.tsx')).SmartTab }));

/** Recent alerts, their channels, and escalation. The tab is in the address. */
export function NotificationsScreen() {
  const [params] = useSearchParams();
  const tab = parseTab(params);
  return (
    <div className={css.screen}>
      <Head tab={tab} />
      <NoChannels tab={tab} />
      {tab === 'alerts' ? <AlertsTab /> : tab === 'channels' ? <ChannelsTab /> : <SmartTab />}
    </div>
  );
}

function Head({ tab }: { readonly tab: Tab }) {
  const { openCount } = useLog();
  const channels = useQuery(useTRPC().notifications.listChannels.queryOptions()).data?.channels;
  const nothingToTest = channels?.every(({ state }) => state !== 'configured') ?? true;
  const mayTest = useMay('notifications/test-all-channels');
  const testAll = useTestAll();
  const nav = useRef<HTMLElement>(null);
  // Where the tabs have no room side by side, the present one is never cut off.
  useEffect(() => {
    const present = nav.current?.querySelector(`[href="${tabAddress(tab)}"]`);
    if (nav.current !== null && nav.current.scrollWidth > nav.current.clientWidth)
      present?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [tab]);
  return (
    <div className={css.head}>
      <nav aria-label="Notifications" className={css.tabs} ref={nav}>
        {tabs.map(({ id, label }) => (
          <Link key={id} to={tabAddress(id)} className={css.tab} aria-current={id === tab ? 'page' : undefined} preventScrollReset>
            {label}
            {id === 'alerts' && openCount !== undefined ? <Count>{countText(openCount)}</Count> : null}
          </Link>
        ))}
      </nav>
      <div className={css.actions}>
        {mayTest ? (
          <Button variant="default" size="sm" onClick={testAll.run} disabled={testAll.busy || nothingToTest}>
            {testAll.busy ? 'Sending...' : 'Test All Notifications'}
          </Button>
        ) : null}
        <Button component={Link} to={tabAddress('channels')} variant="default" size="sm">
          Configure Channels
        </Button>
      </div>
    </div>
  );
}

const canDeliver = ({ enabled, trouble }: Channel): boolean => enabled && trouble === null;

/** Only once it is known that none is enabled, or none that is can deliver: a banner that vanishes again would have cried for nothing. */
function NoChannels({ tab }: { readonly tab: Tab }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.notifications.listChannels.queryOptions());
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
