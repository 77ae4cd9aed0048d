import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useMay } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { DashboardStats } from '../types.ts';
import { intervalText } from './interval-text.ts';
import css from './list-warnings.module.css';
import { reachWarning, stalledSince } from './warning-texts.ts';

interface ListWarningsProps {
  readonly stats: DashboardStats;
  /** Of when what is shown is, while the server does not answer. */
  readonly outdated?: Date | null;
  /** The first steps say already that there is no channel. */
  readonly channelsAsked: boolean;
}

/** What makes a healthy list deceive: that it is an old one, that nothing is checked, or that nobody would be told. */
export function ListWarnings({ stats, outdated = null, channelsAsked }: ListWarningsProps) {
  const stalled = stalledSince(stats, useNow());
  const reach = channelsAsked && !stats.channelEnabled ? null : reachWarning(stats.channelHealth);
  // The health panel of a list with certificates leads to the channels already.
  const mayMend = useMay('notifications/save-channel');
  const leadsToChannels = mayMend && stats.total === 0;
  return (
    <>
      {outdated === null ? null : (
        <Banner tone="unreachable" role="status">
          <strong>The server does not answer.</strong>{' '}
          <span className={css.rest}>
            What stands below is of <AbsoluteTime value={outdated} form="datetime" />. It is asked again every 15 s.
          </span>
        </Banner>
      )}
      {stalled === null ? null : (
        <Banner tone="critical">
          <strong>
            No check has run since <AbsoluteTime value={stalled} form="datetime" />.
          </strong>{' '}
          <span className={css.rest}>
            One is due every {intervalText(stats.checkIntervalHours)}. What stands below is as it was then; while this stays, the server's
            worker is not running.
          </span>
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
          <strong>{reach.headline}</strong> <span className={mayMend ? `${css.rest} ${css.led}` : css.rest}>{reach.rest}</span>
        </Banner>
      )}
    </>
  );
}
