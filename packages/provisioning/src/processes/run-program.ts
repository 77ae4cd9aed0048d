import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { ProviderError } from '@notafter/domain';
import type { ProcessHome } from './process-home.ts';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** Replaces the environment, which has our secrets and variables that could lead programs elsewhere. */
  readonly env?: Readonly<Record<string, string>>;
}

interface Place {
  readonly account: ProcessHome['account'];
  readonly directory: string;
}

const MAX_QUOTED = 400;

const optionsOf = ({ env }: Command, { account, directory }: Place) => ({
  ...account.spawnAs,
  cwd: directory,
  env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', TZ: 'UTC', NODE_ENV: 'production' as const, ...env },
});

/** The end of a program's output, as one line. */
export const lastWords = (output: string): string => output.replace(/\s+/g, ' ').trim().slice(-MAX_QUOTED);

/** Runs a program to its end; resolves to its output. Rejects if it fails, and kills it when `signal` aborts. */
export const runProgram = async (command: Command, place: Place, signal: AbortSignal, input = ''): Promise<string> => {
  const child = spawn(command.program, command.args, { ...optionsOf(command, place), signal, killSignal: 'SIGKILL', stdio: 'pipe' });
  // A program that ends before it has read everything.
  child.stdin.on('error', () => undefined).end(input);
  const name = basename(command.program);
  try {
    const [output, problems, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (code !== 0) throw new ProviderError('invalid', `${name} failed: ${lastWords(problems || output)}`);
    return `${output}${problems}`;
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ProviderError ? error : new ProviderError('invalid', `${name} could not be run.`, { cause: error });
  }
};

/** Starts a program that outlives us; resolves to its pid once it runs. Its output is appended to a file. */
export const startDetached = async (command: Command, place: Place, outputFile: string): Promise<number> => {
  const output = await open(outputFile, 'a', 0o600);
  try {
    const stdio = ['ignore' as const, output.fd, output.fd];
    const child = spawn(command.program, command.args, { ...optionsOf(command, place), detached: true, stdio });
    await once(child, 'spawn');
    child.unref();
    if (child.pid === undefined) throw new Error('The program has no pid.');
    return child.pid;
  } catch (error) {
    throw new ProviderError('invalid', `${basename(command.program)} could not be started.`, { cause: error });
  } finally {
    await output.close();
  }
};

/** Runs a program as long as `work` takes, then lets it end by a signal. Rejects with its last words if it ends before. */
export const runDuring = async (
  { command, place, stopSignal, signal }: { command: Command; place: Place; stopSignal: NodeJS.Signals; signal: AbortSignal },
  work: () => Promise<void>,
): Promise<void> => {
  const options = { ...optionsOf(command, place), signal, killSignal: 'SIGKILL' as const };
  const child = spawn(command.program, command.args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''));
  let isWanted = true;
  const ended = once(child, 'close').then(async () => {
    if (isWanted) throw new ProviderError('invalid', `${basename(command.program)} ended: ${lastWords(await output)}`);
  });
  try {
    await Promise.race([work(), ended]);
    isWanted = false;
    child.kill(stopSignal);
    await ended;
  } catch (error) {
    child.kill('SIGKILL');
    signal.throwIfAborted();
    throw error;
  }
};
