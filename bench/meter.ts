import { processorMsOf } from './processor-time.ts';

/** The cost of one call. */
export interface Cost {
  /** All processes together without their idle share; of the cheapest round. */
  readonly cpuMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export interface Rounds {
  readonly warmUps: number;
  readonly rounds: number;
  /** Sequential calls per round. */
  readonly calls: number;
}

/** Of sorted values; 0 without any. */
export const percentileOf = (ascending: readonly number[], share: number): number =>
  ascending[Math.ceil(ascending.length * share) - 1] ?? 0;

/**
 * Measures calls in rounds. The cheapest round is the cost: other programs on the machine evict caches and share cores, which
 * only adds. `idleShare` comes from `idleShareOf`.
 */
export const meter = async (
  { pid, idleShare }: { readonly pid: number; readonly idleShare: number },
  { warmUps, rounds, calls }: Rounds,
  call: () => Promise<unknown>,
): Promise<Cost> => {
  for (let run = 0; run < warmUps; run += 1) await call();
  const walls: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = processorMsOf(pid);
    const startedAt = performance.now();
    for (let run = 0; run < calls; run += 1) {
      const calledAt = performance.now();
      await call();
      walls.push(performance.now() - calledAt);
    }
    costs.push((processorMsOf(pid) - before - idleShare * (performance.now() - startedAt)) / calls);
  }
  walls.sort((one, other) => one - other);
  return { cpuMs: Math.max(0, Math.min(...costs)), p50Ms: percentileOf(walls, 0.5), p95Ms: percentileOf(walls, 0.95) };
};
