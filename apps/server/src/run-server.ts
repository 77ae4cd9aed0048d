import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from '@notafter/config';
import { EmbeddedPostgresError } from '@notafter/db/embedded';
import type { Clock } from '@notafter/domain';
import { createLogger } from './logger.ts';
import { StartError } from './start-error.ts';
import { startHints } from './start-hints.ts';
import { startServer } from './start-server.ts';

/** Failures whose text already says what to do; their stack would only hide it. */
const isExplained = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof StartError || error instanceof EmbeddedPostgresError;

const LOST_GRACE_MS = 60_000;

const end = (error: unknown): never => {
  process.stderr.write(isExplained(error) ? `\n${error.message}\n` : `\n${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
};

interface RunOptions {
  /** `process.env`; an `.env` of the working directory is read into that. */
  readonly environment: Parameters<typeof readConfig>[0];
  /** The machine's own unless a test moves time. */
  readonly clock?: Clock;
}

const start = async ({ environment, ...options }: RunOptions): Promise<void> => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(environment, process.cwd());
  const log = createLogger(config.logLevel);
  let stopping = false;
  const stop = (code: number): void => {
    if (stopping) process.exit(1);
    stopping = true;
    server.stop().then(
      () => process.exit(code),
      (error: unknown) => end(error),
    );
  };
  const screens = config.development ? await (await import('./dev/vite-screens.ts')).screensFromSources() : null;
  const server = await startServer({
    ...options,
    config,
    log,
    ...(screens === null ? {} : { screens }),
    onLost: (what) => {
      log.fatal(`${what} ended unexpectedly; stopping, so that a supervisor can start again`);
      // What is dead may never finish what it has under way.
      setTimeout(() => process.exit(1), LOST_GRACE_MS).unref();
      stop(1);
    },
  });
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  log.info(
    { role: config.role, checkIntervalHours: config.product.checkIntervalHours, defaultPlan: config.product.defaultPlan },
    `Notafter is ready: ${config.http.publicUrl}`,
  );
  // The bootstrap starts again only what was ready once.
  process.send?.('ready');
  for (const hint of startHints(config)) log[hint.level](hint.text);
};

/** The program: plays the role that the environment asks for until a signal ends it; a failure ends the process with 1. Resolves when it serves. */
export const runServer = async (options: RunOptions): Promise<void> => {
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  await start(options).catch(end);
};
