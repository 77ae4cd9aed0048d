import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { createLogger } from '../apps/server/src/logger.ts';
import { Closers, openSystem } from '../apps/server/src/system.ts';
import { spawnServer } from '../apps/server/src/testing/spawned-server.ts';
import { readConfig } from '../packages/config/src/index.ts';
import type { SystemContext } from '../packages/features/src/index.ts';

const root = resolve(import.meta.dirname, '..');
const STOP_PATIENCE_MS = 20_000;

export type Settings = Readonly<Record<string, string>>;

/** The machine's own settings must not select its real database. */
const settingsFor = (dataDir: string, settings: Settings) =>
  ({
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ROLE: '',
    NODE_ENV: '',
    PUBLIC_URL: '',
    SECRET_KEY: '',
    SMTP_URL: '',
    EXTERNAL_IMAGES: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  }) as const;

/** Builds the screens if they changed: the program is measured as people run it. */
export const buildScreens = (): void => {
  const { status } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The screens could not be built; the lines above say why.');
};

/** Starts the program in a separate process, like `npm start`, with its embedded PostgreSQL. */
export interface Program {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** Resolves when `/readyz` succeeds; `closers` stop the program at the latest. */
export const startProgram = async (
  dataDir: string,
  closers: Closers,
  settings: Settings = {},
  by: 'main' | 'bootstrap' = 'main',
): Promise<Program> => {
  const server = await spawnServer({ dataDir, env: settingsFor(dataDir, settings), by });
  const stop = async (): Promise<void> => {
    const lost = setTimeout(() => void server.kill('SIGKILL'), STOP_PATIENCE_MS);
    await server.kill('SIGTERM');
    clearTimeout(lost);
  };
  closers.add(stop);
  await server.ready();
  return { pid: server.pid, url: server.url, stop };
};

/** Opens database, queues and gateways in this process, without a worker and HTTP server; `closers` close them. */
export const openBenchSystem = async (dataDir: string, closers: Closers, settings: Settings = {}): Promise<SystemContext> => {
  const config = readConfig(settingsFor(dataDir, settings), root);
  return (await openSystem({ config, log: createLogger('warn'), runsJobs: false, closers })).system;
};

/** The same, closed before it resolves. */
export const withSystem = async <Result>(
  dataDir: string,
  closers: Closers,
  work: (system: SystemContext) => Promise<Result>,
  settings: Settings = {},
): Promise<Result> => {
  const own = new Closers();
  closers.add(() => own.closeAll());
  try {
    return await work(await openBenchSystem(dataDir, own, settings));
  } finally {
    await own.closeAll();
  }
};
