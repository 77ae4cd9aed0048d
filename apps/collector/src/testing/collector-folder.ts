import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { UsageError } from '@notafter/command-line';
import { run } from '../run.ts';

const main = join(import.meta.dirname, '../main.ts');
/** Otherwise each of many starts would compile the TLS engine. */
const compileCache = join(import.meta.dirname, '../../../../node_modules/.cache/notafter');

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CollectorFolder {
  readonly path: string;
  readonly dataDir: string;
  readonly configFile: string;
  configure(config: object): void;
  /** Starts the program as users do, in a process. */
  start(args: readonly string[]): ChildProcess;
  /** Runs a command in this process. */
  run(args: readonly string[], options?: RunOptions): Promise<Finished>;
  remove(): void;
}

export interface RunOptions {
  readonly now?: () => Date;
}

const sink = () => {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  return { stream, text: () => text };
};

const runHere = async (args: readonly string[], { now = () => new Date() }: RunOptions): Promise<Finished> => {
  const [stdout, stderr] = [sink(), sink()];
  const terminal = { stdin: Readable.from([]), stdout: stdout.stream, stderr: stderr.stream, env: {}, now, stop: new AbortController() };
  let code = 3;
  try {
    code = await run(args, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.stream.write(error.message);
  }
  return { code, stdout: stdout.text(), stderr: stderr.text() };
};

/** A folder with the file and the data of one collector. */
export const makeCollectorFolder = (parent = tmpdir()): CollectorFolder => {
  const path = mkdtempSync(join(parent, 'notafter-collector-'));
  const configFile = join(path, 'collector.yaml');
  const dataDir = join(path, 'data');
  const withFile = ([command = '', ...args]: readonly string[]): string[] => [command, '--config', configFile, ...args];
  const start = (args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [main, ...withFile(args)], {
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', NODE_COMPILE_CACHE: compileCache },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    path,
    dataDir,
    configFile,
    // JSON is YAML.
    configure: (config) => writeFileSync(configFile, JSON.stringify({ dataDir, ...config })),
    start,
    run: (args, options = {}) => runHere(withFile(args), options),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
};
