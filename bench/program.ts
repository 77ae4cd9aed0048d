import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '../apps/server/src/logger.ts';
import { Closers, openSystem } from '../apps/server/src/system.ts';
import { readConfig } from '../packages/config/src/index.ts';
import type { SystemContext } from '../packages/features/src/index.ts';

export const root = resolve(import.meta.dirname, '..');
const READY_PATIENCE_MS = 60_000;
const STOP_PATIENCE_MS = 20_000;

export type Settings = Readonly<Record<string, string>>;

/** Nothing of the machine's own settings may lead to its real database. */
const settingsFor = (dataDir: string, settings: Settings) =>
  ({
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ROLE: '',
    PUBLIC_URL: '',
    SECRET_KEY: '',
    SMTP_URL: '',
    EXTERNAL_IMAGES: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  }) as const;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** The program in a process of its own, as `npm start` runs it, with its embedded PostgreSQL. */
export interface Program {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** Resolves when `/readyz` says so; the program is stopped with `closers` at the latest. */
export const startProgram = async (dataDir: string, closers: Closers, settings: Settings = {}): Promise<Program> => {
  const port = await freePort();
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...settingsFor(dataDir, settings), PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const lost = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await ended;
    clearTimeout(lost);
  };
  closers.add(stop);
  const url = `http://localhost:${port}`;
  const giveUpAt = performance.now() + READY_PATIENCE_MS;
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready && child.pid !== undefined) return { pid: child.pid, url, stop };
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The program ended before it was ready; its log says why.');
    if (performance.now() > giveUpAt) throw new Error(`The program was not ready within ${READY_PATIENCE_MS / 1000} s.`);
    await wait(100);
  }
};

/** Database, queues and gateways in this process, with no worker and no HTTP server; closed before it resolves. */
export const withSystem = async <Result>(
  dataDir: string,
  closers: Closers,
  work: (system: SystemContext) => Promise<Result>,
  settings: Settings = {},
): Promise<Result> => {
  const own = new Closers();
  closers.add(() => own.closeAll());
  const config = readConfig(settingsFor(dataDir, settings), root);
  const onLost = (what: string): void => console.error(`${what} ended unexpectedly`);
  try {
    const { system } = await openSystem({ config, log: createLogger('warn'), runsJobs: false, onLost, closers: own });
    return await work(system);
  } finally {
    await own.closeAll();
  }
};
