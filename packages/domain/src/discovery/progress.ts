import { type DiscoverySourceName, discoverySources } from './sources.ts';

/** Weight of each source, and of the host checks, of 100. */
const weights = { direct: 10, dns: 15, ct_logs: 25, san: 5 } as const satisfies Record<DiscoverySourceName, number>;
const HOSTS_WEIGHT = 45;
const namingWeight = weights.direct + weights.dns + weights.ct_logs;

export interface RunProgress {
  /** Progress of each source, from 0 to 1. */
  readonly sources: Readonly<Record<DiscoverySourceName, number>>;
  /** Checked hosts, of those found so far that will be checked. */
  readonly looked: number;
  readonly toLook: number;
}

const within = (share: number): number => Math.min(1, Math.max(0, share));

/**
 * Returns whole percent, 99 at most: only the end is 100. While names still arrive, hosts count only as far as the sources are, so
 * that a run whose source stalls does too.
 */
export const progressOf = ({ sources, looked, toLook }: RunProgress): number => {
  const named =
    (weights.direct * within(sources.direct) + weights.dns * within(sources.dns) + weights.ct_logs * within(sources.ct_logs)) /
    namingWeight;
  const lookedShare = toLook === 0 ? named : named * within(looked / toLook);
  const total = discoverySources.reduce((sum, name) => sum + weights[name] * within(sources[name]), HOSTS_WEIGHT * lookedShare);
  return Math.min(99, Math.floor(total));
};
