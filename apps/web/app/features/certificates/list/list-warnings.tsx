import { Button, Text } from '@mantine/core';
import { andList, type ChannelHealth, type ChannelTrouble, HOUR_MS, MINUTE_MS, plural } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useMay } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { intervalText } from '../certificate-words.ts';
import type { DashboardStats } from '../types.ts';

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

interface ReachWarning {
  /** `critical` if no one receives alerts, `warning` if another channel still works. */
  readonly tone: 'critical' | 'warning';
  readonly headline: string;
  readonly rest: string;
}

const troubles: Record<ChannelTrouble, string> = {
  not_in_plan: 'is not included in your plan',
  incomplete: 'is not set up completely',
  broken: 'no longer accepts messages',
  no_mail_server: "can't be delivered: no mail server is configured (SMTP_URL)",
};

/** More are counted. */
const NAMED_AT_MOST = 4;

/** Returns null if every enabled channel delivers alerts. */
export function reachWarning({ working, failing }: ChannelHealth): ReachWarning | null {
  const named = failing.slice(0, NAMED_AT_MOST).map(({ name, trouble }) => `${name} ${troubles[trouble]}`);
  const more = failing.length - named.length;
  const why = andList(more === 0 ? named : [...named, `${plural(more, 'other channel')} cannot deliver`]);
  const others = working.length > NAMED_AT_MOST ? plural(working.length, 'other channel') : andList(working);
  if (working.length === 0) {
    return {
      tone: 'critical',
      headline: 'No one is receiving alerts.',
      rest: failing.length === 0 ? 'No channel is enabled. Enable one to be alerted before certificates expire.' : `${why}.`,
    };
  }
  if (failing.length === 0) return null;
  return { tone: 'warning', headline: `${why}.`, rest: `Alerts are still sent by ${others}.` };
}

/** Checks are spread over the interval, so at least one runs within two rounds. */
const ROUNDS = 2;
/** A shorter pause says nothing about short intervals. */
const LEAST_SILENCE_MS = 15 * MINUTE_MS;

/** Returns the time of the last check if checks are overdue, otherwise null. */
export function stalledSince(
  { lastCheckedAt, checkIntervalHours }: Pick<DashboardStats, 'lastCheckedAt' | 'checkIntervalHours'>,
  now: Date,
) {
  if (lastCheckedAt === null) return null;
  const silence = Math.max(ROUNDS * checkIntervalHours * HOUR_MS, LEAST_SILENCE_MS);
  return now.getTime() - lastCheckedAt.getTime() > silence ? lastCheckedAt : null;
}
