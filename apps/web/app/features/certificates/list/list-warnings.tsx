import { Button, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useMay } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { DashboardStats } from '../types.ts';
import { intervalText } from './interval-text.ts';
import { reachWarning, stalledSince } from './warning-texts.ts';

interface ListWarningsProps {
  readonly stats: DashboardStats;
  /** The time of the data if the server does not answer. */
  readonly outdated?: Date | null;
  /** The first steps already ask for a channel. */
  readonly channelsAsked: boolean;
}

/** Why a healthy list may be wrong: it is outdated, checks do not run, or no one receives alerts. */
export function ListWarnings({ stats, outdated = null, channelsAsked }: ListWarningsProps) {
  const stalled = stalledSince(stats, useNow());
  const reach = channelsAsked && !stats.channelEnabled ? null : reachWarning(stats.channelHealth);
  // With certificates, the health panel already leads to the channels.
  const maySave = useMay('notifications/save-channel');
  const leadsToChannels = maySave && stats.total === 0;
  return (
    <>
      {outdated === null ? null : (
        <Banner tone="unreachable" role="status">
          <strong>The server does not answer.</strong>{' '}
          <Text span inherit c="var(--na-text-2)">
            Showing data from <AbsoluteTime value={outdated} form="datetime" />. Retrying every 15 s.
          </Text>
        </Banner>
      )}
      {stalled === null ? null : (
        <Banner tone="critical">
          <strong>
            No check has run since <AbsoluteTime value={stalled} form="datetime" />.
          </strong>{' '}
          <Text span inherit c="var(--na-text-2)">
            Checks are due every {intervalText(stats.checkIntervalHours)}. The list shows the state of that time. The server's worker is not
            running.
          </Text>
        </Banner>
      )}
      {reach === null ? null : (
        <Banner
          tone={reach.tone}
          action={
            leadsToChannels ? (
              <Button component={Link} to="/notifications?tab=channels" variant="default" size="xs">
                Open Channels
              </Button>
            ) : undefined
          }
        >
          <strong>{reach.headline}</strong>{' '}
          <Text span inherit c="var(--na-text-2)" {...(maySave ? { visibleFrom: 'xs' } : {})}>
            {reach.rest}
          </Text>
        </Banner>
      )}
    </>
  );
}
