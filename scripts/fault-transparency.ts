// `pnpm fault:transparency [--kills 50] [--seed 1]`: kills the worker that follows transparency logs with kill -9 while certificates are
// renewed, and compares what is stored and alerted; then measures how soon an unknown certificate has its alert. 0 kills or 0 samples leave out a part.
import { parseArgs } from 'node:util';
import { type Latency, measureLatency } from '../apps/server/src/testing/transparency-faults/alert-latency.ts';
import { killFollowers } from '../apps/server/src/testing/transparency-faults/kill-followers.ts';
import { startWatchWorld, type WatchWorld } from '../apps/server/src/testing/transparency-faults/watch-world.ts';

const { values } = parseArgs({
  options: {
    renewals: { type: 'string', default: '10000' },
    unknowns: { type: 'string', default: '20' },
    kills: { type: 'string', default: '50' },
    watched: { type: 'string', default: '10000' },
    /** Unknown certificates for each kind of log. */
    samples: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [renewals, unknowns, kills] = [Number(values.renewals), Number(values.unknowns), Number(values.kills)];
const [watched, samples, seed] = [Number(values.watched), Number(values.samples), Number(values.seed)];
/** Logs of each kind that the latency is measured with. */
const LOGS = 8;
const GOAL_MS = 60_000;
const DEADLINE_MS = 60 * 60_000;

const startedAt = performance.now();
const say = (what: string): void => console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${what}`);
const opened: WatchWorld[] = [];
setTimeout(() => {
  console.log('The run took too long.');
  void Promise.allSettled(opened.map((world) => world.close())).then(() => process.exit(1));
}, DEADLINE_MS).unref();

const inWorld = async <Result>(logs: number, run: (world: WatchWorld) => Promise<Result>): Promise<Result> => {
  const world = await startWatchWorld(logs);
  opened.push(world);
  try {
    return await run(world);
  } finally {
    await world.close();
  }
};

console.log(`seed ${seed}`);
if (kills > 0) {
  let cut = 0;
  const { stored, alerts, problems } = await inWorld(1, (world) =>
    killFollowers(world, { renewals, unknowns, kills, seed }, ({ round, afterMs, reading, left, shortened }) => {
      if (reading > 0) cut += 1;
      say(
        `${String(round).padStart(3)}  killed ${String(afterMs).padStart(4)} ms after it began to read, at ${reading} logs, ${left} entries left` +
          `${shortened ? '' : ', then its jobs waited as long as they do'}`,
      );
    }),
  );
  say(
    `${kills} kills, ${cut} of them while it read, ${renewals} renewals and ${unknowns} unknown certificates, ${stored} stored once with all places, ` +
      `${alerts} alerts: ${problems.length === 0 ? 'none missed, none twice, none for a renewal' : `${problems.length} PROBLEMS`}`,
  );
  for (const problem of problems.slice(0, 50)) console.log(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

const seconds = (ms: number | undefined): string => `${((ms ?? 0) / 1000).toFixed(1)} s`;
if (samples > 0) {
  const latencies = await inWorld(LOGS, (world) => measureLatency(world, { watched, samples, seed }));
  for (const kind of ['static', 'rfc6962'] as const) {
    const taken = latencies[kind];
    for (const [from, timeOf] of [
      ['the submission', ({ submittedMs }: Latency) => submittedMs],
      ['the question for the head', ({ headMs }: Latency) => headMs],
    ] as const) {
      const times = taken.map(timeOf).toSorted((one, other) => one - other);
      const at = (share: number): number => times[Math.ceil(times.length * share) - 1] ?? 0;
      say(
        `${kind}, from ${from}: alert after ${seconds(at(0.5))} in the middle, ${seconds(at(0.95))} for 95 %, ${seconds(times.at(-1))} at most ` +
          `(${times.length} unknown certificates, ${watched} watched domains)`,
      );
      if (at(0.95) >= GOAL_MS) process.exitCode = 1;
    }
  }
}
