import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A question of the program, and the answer that a person types. */
export type Exchange = readonly [asked: RegExp, typed: string];

export interface Terminal {
  readonly directory: string;
  /** `hosts(5)`: the names that programs know. */
  readonly hostsFile: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Ran {
  readonly code: number;
  readonly output: string;
}

const LIMIT_MS = 60_000;
const basics = { NODE_ENV: 'test', PATH: process.env.PATH, SHELL: '/bin/sh', TERM: 'vt100', LANG: 'C.UTF-8', PAGER: 'cat' } as const;
/** Some programs refuse a terminal without a width. */
const SIZE = 'stty rows 40 cols 200';
const WITH_HOSTS = 'mount --bind "$1" /etc/hosts && shift && exec "$@"';

/**
 * Runs a line in a shell at a terminal and answers what it asks, in order. Nobody else sees its names: they are in a mount namespace,
 * which only root can make.
 */
export const runAtTerminal = async (line: string, terminal: Terminal, exchanges: readonly Exchange[] = []): Promise<Ran> => {
  const { directory, hostsFile, env = {} } = terminal;
  const atTerminal = ['script', '--quiet', '--flush', '--return', '--command', `${SIZE}; ${line}`, '/dev/null'];
  const child = spawn('unshare', ['--mount', 'sh', '-c', WITH_HOSTS, 'sh', hostsFile, ...atTerminal], {
    cwd: directory,
    env: { ...basics, HOME: directory, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  let read = 0;
  const left = [...exchanges];
  const follow = (chunk: Buffer): void => {
    output += chunk.toString();
    const [next] = left;
    const found = next?.[0].exec(output.slice(read));
    if (next === undefined || found === undefined || found === null) return;
    left.shift();
    read = output.length;
    child.stdin.write(`${next[1]}\n`);
  };
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', follow);
  child.stderr.on('data', follow);
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : -1, output };
};
