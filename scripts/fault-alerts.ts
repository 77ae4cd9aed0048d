// `pnpm fault:alerts [--certificates 10000] [--seed 1] [--keep <folder>]`: no alert is lost or silently repeated while workers, PostgreSQL and receivers fail.
import { parseArgs } from 'node:util';
import { type FaultRun, runAlertFaults } from '../apps/server/src/testing/alert-faults/alert-faults.ts';

const { values } = parseArgs({
  options: {
    certificates: { type: 'string', default: '10000' },
    organizations: { type: 'string', default: '50' },
    workers: { type: 'string', default: '3' },
    kills: { type: 'string', default: '50' },
    restarts: { type: 'string', default: '5' },
    /** The time within which all certificates cross their threshold. */
    seconds: { type: 'string', default: '300' },
    /** An empty folder for logs and the database; absent: a temporary one. */
    keep: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [certificates, organizations, workers] = [Number(values.certificates), Number(values.organizations), Number(values.workers)];
const [kills, restarts, seconds, seed] = [Number(values.kills), Number(values.restarts), Number(values.seconds), Number(values.seed)];
const DEADLINE_MS = 90 * 60_000;

const columns = ['expected', 'sent', 'lost', 'duplicates', 'cutOff', 'crashed', 'marked'] as const;
const titles = ['expected', 'sent', 'lost', 'duplicates', 'cut off', 'by crashes', 'marked'] as const;

const tableOf = ({ channels }: FaultRun): string => {
  const line = (name: string, cells: readonly (string | number)[]): string =>
    `${name.padEnd(12)}${cells.map((cell) => String(cell).padStart(11)).join('')}`;
  const total = columns.map((column) => channels.reduce((sum, figures) => sum + figures[column], 0));
  return [
    line('', titles),
    ...channels.map((figures) =>
      line(
        figures.channel,
        columns.map((column) => figures[column]),
      ),
    ),
    line('all', total),
  ].join('\n');
};

const inSeconds = (ms: number | undefined): string => (ms === undefined ? '-' : `${(ms / 1000).toFixed(1)} s`);
const middleAndMost = (sorted: readonly number[]): string =>
  `${inSeconds(sorted[Math.floor(sorted.length / 2)])} in the middle, ${inSeconds(sorted.at(-1))} at most`;
const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((one, other) => one - other);

const storyOf = (run: FaultRun): string => {
  const restarted = run.struck.filter(({ kind }) => kind !== 'kill');
  const behaviors = [...run.behaviors].sort(([, one], [, other]) => other - one).map(([name, count]) => `${name} ${count}`);
  return [
    `${run.struck.length - restarted.length} workers killed, PostgreSQL restarted ${restarted.length} times ` +
      `(${restarted.map(({ kind, tookMs }) => `${kind} ${inSeconds(tookMs)}`).join(', ')}), ${run.startsRefused} starts while it was away`,
    `requests met: ${behaviors.join(', ')}`,
    `after a fault the next message was accepted within ${middleAndMost(ascending(run.silenceMs))}`,
    `a send interrupted by a crash was due again after ${middleAndMost(run.foundAfterMs)}`,
    `faults for ${inSeconds(run.chaosMs)}, then ${inSeconds(run.drainMs)} to the end, with time passed ${run.jumps} times`,
  ].join('\n');
};

console.log(`${certificates} certificates of ${organizations} organizations, seed ${seed}`);
const startedAt = performance.now();
const run = await runAlertFaults({
  ...{ certificates, organizations, workers, kills, restarts, seed },
  crossingMs: seconds * 1000,
  speed: 1,
  timeouts: true,
  sweepEveryMs: 60_000,
  deadlineMs: DEADLINE_MS,
  keep: values.keep,
  onProgress: (what) => console.log(`${inSeconds(performance.now() - startedAt).padStart(9)}  ${what}`),
});
console.log(`\n${tableOf(run)}\n\n${storyOf(run)}`);
for (const problem of run.problems.slice(0, 50)) console.log(`  ${problem}`);
if (run.problems.length > 0) {
  console.log(`${run.problems.length} problems`);
  process.exitCode = 1;
} else {
  console.log('No alert lost. Only interrupted sends were repeated, and they are marked.');
}
