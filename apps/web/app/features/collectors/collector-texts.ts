import { CARRIED_EVERY_SECONDS, type CollectorState, DAY_MS, HOUR_MS, MINUTE_MS, plural, SECOND_MS } from '@notafter/domain';
import type { MarkTone } from '../../ui/status/status-mark.tsx';
import type { Collector } from './types.ts';

/** The word and the tone of each state. */
export const stateWords = {
  waiting: { word: 'Waiting', tone: 'pending' },
  active: { word: 'Active', tone: 'valid' },
  silent: { word: 'Silent', tone: 'critical' },
  forked: { word: 'Key copied', tone: 'expired' },
  revoked: { word: 'Revoked', tone: 'pending' },
} as const satisfies Record<CollectorState, { readonly word: string; readonly tone: MarkTone }>;

const units = [
  { unit: 'day', ms: DAY_MS },
  { unit: 'hour', ms: HOUR_MS },
  { unit: 'minute', ms: MINUTE_MS },
] as const;

const WEEK_SECONDS = (7 * DAY_MS) / SECOND_MS;

/** `1 hour`, `45 seconds`: in the largest unit that leaves nothing over. */
const durationText = (seconds: number): string => {
  const ms = seconds * SECOND_MS;
  const found = units.find((one) => ms >= one.ms && ms % one.ms === 0);
  return found === undefined ? plural(seconds, 'second') : plural(ms / found.ms, found.unit);
};

/** `every hour`, `every 15 minutes`, `every week` */
export const everyText = (seconds: number): string =>
  seconds === WEEK_SECONDS ? 'every week' : `every ${durationText(seconds).replace(/^1 /, '')}`;

type Way = Pick<Collector, 'about' | 'carriedEverySeconds'>;

const isOnline = ({ about, carriedEverySeconds }: Way): boolean =>
  about === null ? carriedEverySeconds === null : about.mode === 'online';

/** How its reports come, and how often: as it said, or before it said anything, as people chose. */
export const wayText = ({ about, carriedEverySeconds }: Way): string => {
  if (!isOnline({ about, carriedEverySeconds })) return `As files, ${everyText(carriedEverySeconds ?? CARRIED_EVERY_SECONDS)}`;
  return about === null ? 'Online' : `Online, ${everyText(about.intervalSeconds)}`;
};

/** `7 minutes ahead`, for a clock that is off. */
const offsetText = (offsetMs: number): string => {
  const size = Math.abs(offsetMs);
  const { unit, ms } = units.find((one) => size >= one.ms) ?? { unit: 'minute', ms: MINUTE_MS };
  return `${plural(Math.floor(size / ms), unit)} ${offsetMs > 0 ? 'ahead' : 'behind'}`;
};

export interface CollectorProblem {
  readonly tone: 'expired' | 'critical' | 'warning';
  readonly text: string;
}

/** The problems of a collector, each with what to do about it; the worst first. */
export const problemsOf = (collector: Collector): readonly CollectorProblem[] => {
  const { state, clockOffsetMs, missingBundles } = collector;
  if (state === 'revoked') return [];
  const problems: (CollectorProblem | false)[] = [
    state === 'forked' && {
      tone: 'expired',
      text: 'Two programs report with the key of this collector, so we take nothing more from it. Find out who copied the key, revoke it, then enroll it again.',
    },
    state === 'silent' && {
      tone: 'critical',
      text: `It has not reported for three intervals, so nothing watches its network. ${isOnline(collector) ? 'Check that it runs and reaches this server.' : 'Check that it runs, and carry its bundles here.'}`,
    },
    clockOffsetMs !== null && {
      tone: 'warning',
      text: `Its clock is ${offsetText(clockOffsetMs)}. Set the clock of its machine, or its reports have the wrong times.`,
    },
    missingBundles > 0 && {
      tone: 'warning',
      text: `${plural(missingBundles, 'bundle never arrived', 'bundles never arrived')}. Later ones are complete, so only the history has a gap.`,
    },
  ];
  return problems.filter((problem) => problem !== false);
};

/** Files that it could not read, for the list; its own page names them. */
export const fileProblems = ({ state, filesWithProblems }: Collector): readonly CollectorProblem[] =>
  state === 'revoked' || filesWithProblems === 0
    ? []
    : [{ tone: 'warning', text: `${plural(filesWithProblems, 'file')} can\u2019t be read. The page of the collector says why.` }];

/** The endpoints that its own file lets it probe. Both lists are needed: without ports, nothing is. */
export const allowListText = ({ networks, ports }: Pick<NonNullable<Collector['about']>, 'networks' | 'ports'>): string =>
  networks.length === 0 || ports.length === 0
    ? 'No endpoints'
    : `${networks.join(', ')}; ${ports.length === 1 ? 'port' : 'ports'} ${ports.join(', ')}`;
