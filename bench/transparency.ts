import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Closers } from '../apps/server/src/system.ts';
import { processorMsOf } from './processor-time.ts';
import { run, startNode, versionOf } from './tls/child.ts';

const ENTRIES = 100_000;
const WATCHED = 10_000;
const ROUNDS = 3;
/** Entries a second on one core. */
const GOAL = 3_000;
const HOURS_GOAL = 3;
/** New entries a second over all logs, a generous estimate for 2026, and of one large log. */
const ALL_LOGS_RATE = 1_000;
const LARGE_LOG_RATE = 150;
const DAY_SECONDS = 86_400;
const SAMPLE_MS = 100;

const logs = z.object({
  static: z.looseObject({ id: z.string() }),
  rfc6962: z.looseObject({ id: z.string(), url: z.string(), key: z.string() }),
});
const followed = z.object({
  outcome: z.literal('up_to_date'),
  bytes: z.number(),
  scanned: z.literal(ENTRIES),
  found: z.literal(ENTRIES / 20_000),
  cpuMs: z.number(),
  wallMs: z.number(),
  rssMb: z.number(),
});

/** On one core, where taskset is installed. */
const onOneCore = (command: string, args: readonly string[]): [string, string[]] =>
  versionOf('taskset', '--version') === null ? [command, [...args]] : ['taskset', ['-c', '0', command, ...args]];

const follow = (log: object, mode: string): z.infer<typeof followed> => {
  const file = new URL('transparency/follow.ts', import.meta.url).pathname;
  const [command, args] = onOneCore(process.execPath, [file, JSON.stringify(log), mode, String(WATCHED)]);
  return followed.parse(JSON.parse(run(command, args).output));
};

const position = z.object({ download_position: z.object({ size: z.number() }) });

/** Returns the CPU and wall time in which certspotter reads the log; null if it is not installed. */
const measureCertspotter = async ({ id, url, key }: z.infer<typeof logs>['rfc6962'], folder: string) => {
  const version = versionOf('certspotter', '-version');
  if (version === null) return null;
  const list = {
    version: '1',
    log_list_timestamp: new Date().toISOString(),
    operators: [
      {
        name: 'Bench',
        email: [],
        logs: [
          { description: 'Bench', log_id: id, key, url: `${url}/`, mmd: 86_400, state: { usable: { timestamp: '2026-01-01T00:00:00Z' } } },
        ],
      },
    ],
  };
  const listFile = join(folder, 'logs.json');
  const watchFile = join(folder, 'watchlist');
  const stateDir = join(folder, `state-${process.hrtime.bigint()}`);
  await writeFile(listFile, JSON.stringify(list));
  await writeFile(
    watchFile,
    Array.from({ length: WATCHED }, (_, index) => (index === 0 ? '.watched.test' : `.watched-${index}.example`)).join('\n'),
  );
  const options = ['-logs', listFile, '-watchlist', watchFile, '-state_dir', stateDir, '-no_save', '-stdout'];
  const [command, args] = onOneCore('certspotter', options);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, GOMAXPROCS: '1' } });
  let found = 0;
  child.stdout.on('data', (chunk) => {
    found += String(chunk).split('DNS Name').length - 1;
  });
  const ended = once(child, 'exit');
  const startedAt = performance.now();
  const stateFile = join(stateDir, 'logs', Buffer.from(id, 'base64').toString('base64url'), 'state.json');
  const isRead = async (): Promise<boolean> => {
    const text = await readFile(stateFile, 'utf8').catch(() => '');
    const read = position.safeParse(text === '' ? null : JSON.parse(text));
    return read.success && read.data.download_position.size === ENTRIES;
  };
  while (!(await isRead())) {
    if (child.exitCode !== null) throw new Error('certspotter ended early.');
    await wait(SAMPLE_MS);
  }
  const cpuMs = processorMsOf(child.pid ?? 0);
  const wallMs = performance.now() - startedAt;
  child.kill();
  await ended;
  return { version, cpuMs, wallMs, found };
};

const hours = (entriesADay: number, ratePerSecond: number): string => (entriesADay / ratePerSecond / 3_600).toFixed(2);
const count = (value: number): string => Math.round(value).toLocaleString('en');

/** Measures how fast logs of both kinds are followed on one core, beside certspotter. Returns whether all goals are reached. */
export const measureTransparency = async (folder: string, closers: Closers): Promise<boolean> => {
  const server = await startNode('../transparency/log-server.ts', [String(ENTRIES)]);
  closers.add(() => server.close());
  const served = logs.parse(JSON.parse(server.ready));
  console.log(`\n${count(ENTRIES)} entries, ${count(WATCHED)} watched domains, one core, best of ${ROUNDS} rounds; nothing is stored`);
  console.log('                           entries/s  per CPU second   CPU us/entry  bytes/entry  MB resident');
  let isWithin = true;
  const runs = [
    ['static log, data tiles', served.static, 'data'],
    ['static log, names tiles', served.static, 'names'],
    ['RFC 6962 log', served.rfc6962, 'data'],
  ] as const;
  for (const [name, log, mode] of runs) {
    const rounds = Array.from({ length: ROUNDS }, () => follow(log, mode));
    const best = rounds.reduce((one, other) => (other.cpuMs < one.cpuMs ? other : one));
    const perCpuSecond = (ENTRIES / best.cpuMs) * 1_000;
    const perSecond = (ENTRIES / Math.min(...rounds.map(({ wallMs }) => wallMs))) * 1_000;
    const cells = [
      count(perSecond),
      count(perCpuSecond),
      ((best.cpuMs / ENTRIES) * 1_000).toFixed(1),
      count(best.bytes / ENTRIES),
      count(best.rssMb),
    ];
    console.log(name.padEnd(27) + cells.map((cell, index) => cell.padStart([9, 16, 15, 13, 13][index] ?? 10)).join(''));
    const allHours = hours(ALL_LOGS_RATE * DAY_SECONDS, perCpuSecond);
    console.log(
      `  a day of a large log in ${hours(LARGE_LOG_RATE * DAY_SECONDS, perCpuSecond)} h, of all logs in ${allHours} h on one core`,
    );
    console.log(`  a large log: ${((best.bytes / ENTRIES) * LARGE_LOG_RATE * DAY_SECONDS * 1e-9).toFixed(1)} GB a day`);
    if (perCpuSecond < GOAL || (mode === 'data' && Number(hours(LARGE_LOG_RATE * DAY_SECONDS, perCpuSecond)) > HOURS_GOAL))
      isWithin = false;
  }
  const other = await measureCertspotter(served.rfc6962, folder);
  if (other === null) console.log('certspotter                absent (on Debian: apt-get install certspotter)');
  else {
    const perEntry = (other.cpuMs / ENTRIES) * 1_000;
    const rates = [count((ENTRIES / other.wallMs) * 1_000), count((ENTRIES / other.cpuMs) * 1_000), perEntry.toFixed(1)];
    console.log(
      `certspotter, RFC 6962 log  ${rates.map((cell, index) => cell.padStart([9, 16, 15][index] ?? 10)).join('')}   ${other.version}`,
    );
  }
  if (!isWithin)
    console.log(`Over budget: the goal is ${count(GOAL)} entries a second on one core, and a day of a large log in ${HOURS_GOAL} h.`);
  return isWithin;
};
