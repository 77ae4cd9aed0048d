import { processorMsOf } from './processor-time.ts';

/** What one call costs. */
export interface Cost {
  /** All processes together, what they take at rest already subtracted. */
  readonly cpuMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

const percentile = (sorted: readonly number[], share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;

/** Calls one after the other; the first ones only warm up. `idleShare` as `idleShareOf` answers it. */
export const meter = async (
  { pid, idleShare }: { readonly pid: number; readonly idleShare: number },
  { warmUps, runs }: { readonly warmUps: number; readonly runs: number },
  call: () => Promise<unknown>,
): Promise<Cost> => {
  for (let run = 0; run < warmUps; run += 1) await call();
  const walls: number[] = [];
  const before = processorMsOf(pid);
  const startedAt = performance.now();
  for (let run = 0; run < runs; run += 1) {
    const calledAt = performance.now();
    await call();
    walls.push(performance.now() - calledAt);
  }
  const elapsedMs = performance.now() - startedAt;
  const cpuMs = Math.max(0, processorMsOf(pid) - before - idleShare * elapsedMs) / runs;
  walls.sort((one, other) => one - other);
  return { cpuMs, p50Ms: percentile(walls, 0.5), p95Ms: percentile(walls, 0.95) };
};
