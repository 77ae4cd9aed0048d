import { type DiscoverySourceName, discoverySources } from './sources.ts';

/** What each source is worth, and the looks at hosts, of 100. */
const weights = { direct: 10, dns: 15, ct_logs: 25, san: 5 } as const satisfies Record<DiscoverySourceName, number>;
const HOSTS_WEIGHT = 45;
const namingWeight = weights.direct + weights.dns + weights.ct_logs;

export interface RunProgress {
  /** How far each source is, from 0 to 1. */
  readonly sources: Readonly<Record<DiscoverySourceName, number>>;
  /** Hosts that were looked at, of those found so far that will be. */
  readonly looked: number;
  readonly toLook: number;
}

const within = (share: number): number => Math.min(1, Math.max(0, share));

/**
 * Whole percent, 99 at most: only the end is 100. While names still come in, hosts count only as far as the sources are,
 * so that a run whose source stands still does so too.
 */
export const progressOf = ({ sources, looked, toLook }: RunProgress): number => {
  const named =
    (weights.direct * within(sources.direct) + weights.dns * within(sources.dns) + weights.ct_logs * within(sources.ct_logs)) /
    namingWeight;
  const lookedShare = toLook === 0 ? named : named * within(looked / toLook);
  const total = discoverySources.reduce((sum, name) => sum + weights[name] * within(sources[name]), HOSTS_WEIGHT * lookedShare);
  return Math.min(99, Math.floor(total));
};
