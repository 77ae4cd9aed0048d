import { type ChannelHealth, type ChannelTrouble, type ChannelType, channelTraits, HOUR_MS, MINUTE_MS } from '@notafter/domain';
import type { DashboardStats } from '../types.ts';

export interface ReachWarning {
  /** Nobody is told at all, or somebody by another channel. */
  readonly tone: 'critical' | 'warning';
  readonly headline: string;
  readonly rest: string;
}

const troubles: Record<ChannelTrouble, string> = {
  not_in_plan: 'is not part of the plan',
  incomplete: 'is not filled in',
  broken: 'takes nothing any more',
  no_mail_server: 'has no mail server to go out by (SMTP_URL)',
};

const nameOf = (type: ChannelType): string => channelTraits[type].name;

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** Null where alerts reach somebody by every channel that is enabled. */
export function reachWarning({ working, failing }: ChannelHealth): ReachWarning | null {
  const why = listed(failing.map(({ type, trouble }) => `${nameOf(type)} ${troubles[trouble]}`));
  if (working.length === 0) {
    return {
      tone: 'critical',
      headline: 'No one is receiving alerts.',
      rest: failing.length === 0 ? 'No channel is enabled: nobody is told when a certificate ends.' : `${why}.`,
    };
  }
  if (failing.length === 0) return null;
  return { tone: 'warning', headline: `${why}.`, rest: `Alerts still go out by ${listed(working.map(nameOf))}.` };
}

/** Checks are spread over the interval, so that of two rounds at least one has to have left a trace. */
const ROUNDS = 2;
/** Of short intervals a pause is no sign yet. */
const LEAST_SILENCE_MS = 15 * MINUTE_MS;

/** Since when no check ran although some were due; null where they run. */
export function stalledSince(
  { lastCheckedAt, checkIntervalHours }: Pick<DashboardStats, 'lastCheckedAt' | 'checkIntervalHours'>,
  now: Date,
) {
  if (lastCheckedAt === null) return null;
  const silence = Math.max(ROUNDS * checkIntervalHours * HOUR_MS, LEAST_SILENCE_MS);
  return now.getTime() - lastCheckedAt.getTime() > silence ? lastCheckedAt : null;
}
