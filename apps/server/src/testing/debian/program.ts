import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../until.ts';

const run = promisify(execFile);
const READY_MS = 180_000;

interface KeyFiles {
  readonly chain: string;
  readonly key: string;
  /** Chain and key. */
  readonly both: string;
}

/** Certificates on disk. `bundle` is the name of which HAProxy finds `.ecdsa` and `.rsa`. */
export interface ServedFiles {
  readonly bundle: string;
  readonly ecdsa: KeyFiles;
  readonly rsa: KeyFiles;
}

type Command = readonly [string, ...string[]];

/** How to run one server in the foreground, in a separate directory `dir`. */
export interface Plan {
  readonly name: string;
  /** The user that owns the directory; root if absent. */
  readonly owner?: string;
  readonly config?: { readonly file: string; readonly text: (dir: string) => string | Promise<string> };
  readonly prepare?: (dir: string) => Command;
  readonly command: (dir: string) => Command;
  readonly listens: readonly { readonly address: string; readonly port: number }[];
  /** The signal that ends it; SIGTERM if absent. */
  readonly stopsBy?: NodeJS.Signals;
}

export interface RunningProgram {
  close(): Promise<void>;
}

const accepts = async (port: number, address: string): Promise<boolean> => {
  const socket = connect(port, address);
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
};

const stop = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

/** Starts a server and waits until it listens. Rejects with its last words if it ends before. */
export const runProgram = async (dir: string, plan: Plan): Promise<RunningProgram> => {
  await mkdir(dir, { recursive: true });
  if (plan.config !== undefined) await writeFile(join(dir, plan.config.file), await plan.config.text(dir), { mode: 0o600 });
  if (plan.owner !== undefined) await run('chown', ['-R', plan.owner, dir]);
  if (plan.prepare !== undefined) {
    const [command, ...args] = plan.prepare(dir);
    await run(command, args, { cwd: dir });
  }
  const [command, ...args] = plan.command(dir);
  const child = spawn(command, args, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-2_000)));
  let hasEnded = false;
  child.once('error', (error) => (words += error.message)).once('exit', () => (hasEnded = true));
  const isReady = async (): Promise<boolean> =>
    hasEnded || (await Promise.all(plan.listens.map(({ port, address }) => accepts(port, address)))).length > 0;
  await until(`${plan.name} listens`, READY_MS, isReady);
  if (hasEnded) throw new Error(`${plan.name} ended: ${words}`);
  return { close: () => stop(child, plan.stopsBy ?? 'SIGTERM') };
};
