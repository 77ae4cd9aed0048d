import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The cost and the output of a separate program. */
export interface Run {
  /** User and system time from the process's start to its end, all threads. */
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly output: string;
}

const TIMES = /^times (\d+\.\d+) (\d+\.\d+) (\d+\.\d+)$/m;

/** Runs a program to its end. Bash measures its time in milliseconds, /proc in units of ten. */
export const run = (
  command: string,
  args: readonly string[],
  { input = '', env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Run => {
  const script = 'TIMEFORMAT="times %3R %3U %3S"; time "$@"';
  const done = spawnSync('bash', ['-c', script, '-', command, ...args], {
    input,
    env: { ...process.env, LC_ALL: 'C', ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  const times = TIMES.exec(done.stderr);
  if (done.status !== 0 || times === null) throw new Error(`${command} failed: ${done.stderr.slice(0, 2_000)}`);
  const [, real = '0', user = '0', system = '0'] = times;
  return { cpuMs: (Number(user) + Number(system)) * 1_000, wallMs: Number(real) * 1_000, output: done.stdout };
};

/** Returns the first line of a program's version output; null if the program is missing. */
export const versionOf = (command: string, ...args: readonly string[]): string | null => {
  const { error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return error === undefined ? (`${stdout}\n${stderr}`.trim().split('\n')[0] ?? '') : null;
};

/** A Node program that runs until it is closed; `ready` is its first line of output. */
export const startNode = async (
  file: string,
  args: readonly string[],
): Promise<{ readonly ready: string; readonly pid: number; close(): Promise<void> }> => {
  const child = spawn(process.execPath, [new URL(file, import.meta.url).pathname, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [ready] = await Promise.race([once(lines, 'line'), ended.then(() => Promise.reject(new Error(`${file} ended early.`)))]);
  return {
    ready: String(ready),
    pid: child.pid ?? 0,
    async close() {
      child.stdin.end();
      await ended;
    },
  };
};
