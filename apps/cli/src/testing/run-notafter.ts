import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const main = join(import.meta.dirname, '..', 'main.ts');
/** The launcher's compile cache: otherwise hundreds of starts would each compile the engine. */
const compileCache = join(import.meta.dirname, '../../../../node_modules/.cache/notafter');

/** Options for a machine with slow handshakes. */
export const patient = ['--timeout', '60'] as const;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the CLI as users do: in a separate process with piped streams. */
export const startNotafter = (args: readonly string[], { env = {} }: Pick<RunOptions, 'env'> = {}): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: 'pipe',
  });

const textOf = (stream: NodeJS.ReadableStream): (() => string) => {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
};

/** Waits for the end of a run and returns its output and exit code. */
export const finished = async (child: ChildProcessWithoutNullStreams): Promise<Finished> => {
  const stdout = textOf(child.stdout);
  const stderr = textOf(child.stderr);
  await once(child, 'close');
  return { code: child.exitCode, stdout: stdout(), stderr: stderr() };
};

export const runNotafter = (args: readonly string[], { stdin = '', env = {} }: RunOptions = {}): Promise<Finished> => {
  const child = startNotafter(args, { env });
  child.stdin.on('error', () => undefined).end(stdin);
  return finished(child);
};
