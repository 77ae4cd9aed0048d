import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@notafter/net/testing';
import serverFlags from '../../../../scripts/bootstrap/server-flags.json' with { type: 'json' };
import { request } from './request.ts';
import { until } from './until.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const bootstrap = fileURLToPath(new URL('../../../../scripts/bootstrap.mjs', import.meta.url));

const READY_TIMEOUT_MS = 180_000;
/** Time limit of one request: another program on the port may never answer. */
const ANSWER_TIMEOUT_MS = 30_000;

export interface SpawnedServer {
  readonly pid: number;
  readonly url: string;
  /** Everything written to stdout and stderr so far. */
  output(): string;
  /** Resolves when /readyz returns 200; rejects with the output if the process exits before. */
  ready(): Promise<void>;
  /** The exit code, null after a signal. */
  readonly exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

export interface SpawnOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Also its working directory, so that no `.env` of the project is read. */
  readonly dataDir: string;
  /** `npm start` runs the bootstrap, which runs the server; `main` runs the server alone. */
  readonly by?: 'bootstrap' | 'main';
  readonly port?: number;
}

/** Starts the program as people do, in a separate process. */
export const spawnServer = async ({ env, dataDir, by = 'main', port }: SpawnOptions): Promise<SpawnedServer> => {
  const listening = port ?? (await freePort());
  const child = spawn(process.execPath, by === 'main' ? [...serverFlags, main] : [bootstrap, 'start'], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      EXTERNAL_IMAGES: 'off',
      PORT: String(listening),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  let ended = false;
  const exited = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      ended = true;
      resolve(code);
    }),
  );
  const url = `http://127.0.0.1:${listening}`;
  return {
    pid: child.pid ?? 0,
    url,
    output: () => text,
    exited,
    ready: async () => {
      const ask = () => request(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
      await until('the server is ready', READY_TIMEOUT_MS, async () => ended || (await ask()).status === 200);
      if (ended) throw new Error(`The server exited before it was ready:\n${text}`);
    },
    kill: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
};
