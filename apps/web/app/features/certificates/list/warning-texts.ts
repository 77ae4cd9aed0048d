import { andList, type ChannelHealth, type ChannelTrouble, type ChannelType, channelTraits, HOUR_MS, MINUTE_MS } from '@notafter/domain';
import type { DashboardStats } from '../types.ts';

export interface ReachWarning {
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

const nameOf = (type: ChannelType): string => channelTraits[type].name;

/** Returns null if every enabled channel delivers alerts. */
export function reachWarning({ working, failing }: ChannelHealth): ReachWarning | null {
  const why = andList(failing.map(({ type, trouble }) => `${nameOf(type)} ${troubles[trouble]}`));
  if (working.length === 0) {
    return {
      tone: 'critical',
      headline: 'No one is receiving alerts.',
      rest: failing.length === 0 ? 'No channel is enabled. Enable one to be alerted before certificates expire.' : `${why}.`,
    };
  }
  if (failing.length === 0) return null;
  return { tone: 'warning', headline: `${why}.`, rest: `Alerts are still sent by ${andList(working.map(nameOf))}.` };
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
