import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { mutate, seededRandom } from './mutate.ts';

/** A parser that must accept any bytes without an exception. */
export interface FuzzTarget {
  readonly name: string;
  readonly seeds: readonly Buffer[];
  /** Parses the bytes in every possible way; true if they were accepted. Throwing is a failure. */
  readonly take: (bytes: Buffer) => boolean | Promise<boolean>;
  /** CPU time that an input may take; 100 ms by default. */
  readonly slowMs?: number;
}

interface FuzzResult {
  readonly runs: number;
  readonly taken: number;
  readonly slowestMs: number;
  /** Heap growth between a tenth of the run and its end. */
  readonly grownBytes: number;
  readonly cpuMicrosecondsEach: number;
}

export class FuzzFailure extends Error {
  constructor(target: string, bytes: Buffer, what: string, cause?: unknown) {
    super(`${target}: ${what} on ${bytes.toString('base64')}`, { cause });
    this.name = 'FuzzFailure';
  }
}

/** Measured again, because the machine may have been busy. */
const SUSPICIOUS_MS = 10;
const SLOW_MS = 100;
const MAX_GROWTH_BYTES = 32_000_000;

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};

const heapUsed = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

const timed = async ({ name, take }: FuzzTarget, bytes: Buffer): Promise<{ readonly taken: boolean; readonly ms: number }> => {
  const startedAt = performance.now();
  try {
    const taken = await take(bytes);
    return { taken, ms: performance.now() - startedAt };
  } catch (error) {
    throw new FuzzFailure(name, bytes, `threw ${error instanceof Error ? error.message : String(error)}`, error);
  }
};

/** Uses the thread's CPU time, the minimum of three, because the machine may be busy. */
const surelySlow = async (target: FuzzTarget, bytes: Buffer): Promise<number> => {
  const times: number[] = [];
  while (times.length < 3) {
    const before = process.threadCpuUsage();
    await timed(target, bytes);
    const { user, system } = process.threadCpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
};

/** Runs mutated seeds through a target. Throws FuzzFailure for an exception, a slow input, or a growing heap. */
export const runFuzz = async (target: FuzzTarget, runs: number, seed = 1): Promise<FuzzResult> => {
  const { seeds, name, slowMs = SLOW_MS } = target;
  const random = seededRandom(seed);
  let taken = 0;
  let slowestMs = 0;
  let settled = 0;
  const cpu = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) {
    if (run === Math.floor(runs / 10)) settled = heapUsed();
    const original = seeds[random(seeds.length)] ?? Buffer.alloc(1);
    const bytes = mutate(original, random, seeds[random(seeds.length)] ?? original);
    const result = await timed(target, bytes);
    if (result.taken) taken += 1;
    if (result.ms > slowestMs) {
      const ms = result.ms > SUSPICIOUS_MS ? await surelySlow(target, bytes) : result.ms;
      if (ms > slowMs) throw new FuzzFailure(name, bytes, `took ${Math.round(ms)} ms`);
      slowestMs = Math.max(slowestMs, ms);
    }
  }
  const { user, system } = process.cpuUsage(cpu);
  const grownBytes = heapUsed() - settled;
  if (grownBytes > MAX_GROWTH_BYTES) throw new FuzzFailure(name, Buffer.alloc(0), `made the heap grow by ${grownBytes} bytes`);
  return { runs, taken, slowestMs, grownBytes, cpuMicrosecondsEach: (user + system) / runs };
};
