import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from '@notafter/config';
import { EmbeddedPostgresError } from '@notafter/db/embedded';
import type { Clock } from '@notafter/domain';
import { createLogger } from './logger.ts';
import { StartError } from './start-error.ts';
import { startHints } from './start-hints.ts';
import { startServer } from './start-server.ts';

/** Failures whose message says what to do; a stack would only hide it. */
const isExplained = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof StartError || error instanceof EmbeddedPostgresError;

const LOST_GRACE_MS = 60_000;

const end = (error: unknown): never => {
  process.stderr.write(isExplained(error) ? `\n${error.message}\n` : `\n${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
};

interface RunOptions {
  /** `process.env`, to which an `.env` file of the working directory adds. */
  readonly environment: Parameters<typeof readConfig>[0];
  /** The machine's clock unless a test moves time. */
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
      log.fatal(`${what} ended unexpectedly; exiting, so that a supervisor can restart the process`);
      // A dead part may never finish its running work.
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
  // The bootstrap restarts only a server that was ready once.
  process.send?.('ready');
  for (const hint of startHints(config)) log[hint.level](hint.text);
};

/** Runs the roles that the environment selects until a signal stops the program; exits with 1 on failure. Resolves when it serves. */
export const runServer = async (options: RunOptions): Promise<void> => {
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  await start(options).catch(end);
};
