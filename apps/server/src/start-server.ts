import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createAuthService } from '@notafter/auth';
import type { Config } from '@notafter/config';
import { countBacklog, type SystemContext } from '@notafter/features';
import { createJobQueue } from '@notafter/jobs';
import { startWorker } from '@notafter/worker';
import type { Logger } from 'pino';
import { openMigratedDatabase } from './database.ts';
import { openGateways } from './gateways/gateways.ts';
import { createHttpApp } from './http/app.ts';
import { createClientIp } from './http/client-ip.ts';
import { createMetrics } from './http/metrics.ts';
import { closeServer, listen } from './listen.ts';
import { type Screens, screensFromBuild } from './screens.ts';
import { loadSecretKey } from './secret-key.ts';

const HTTP_GRACE_MS = 5000;

export interface RunningServer {
  readonly system: SystemContext;
  /** Finishes what is under way, then closes everything in reverse order of opening. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Where the screens come from; development hands in Vite. */
  readonly screens?: Screens;
  /** Something without which nothing works is gone for good. */
  readonly onLost: (what: string) => void;
}

/** Starts what `ROLE` asks for in this process. What opened before a failure is closed again. */
export const startServer = async ({ config, log, screens, onLost }: StartOptions): Promise<RunningServer> => {
  const closers: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
  };
  try {
    const serves = (role: Config['role']): boolean => config.role === 'all' || config.role === role;
    const clock = { now: () => new Date() };
    const secretKey = config.secretKey ?? (await loadSecretKey(config.dataDir));
    const database = await openMigratedDatabase(config, { log, onLost: () => onLost('the embedded PostgreSQL') });
    closers.push(database.close);
    const jobs = createJobQueue({ databaseUrl: database.url, log });
    await jobs.start();
    closers.push(() => jobs.stop());
    const outside = await openGateways(config, log);
    closers.push(outside.close);
    const system: SystemContext = {
      db: database.db,
      jobs: jobs.queue,
      auth: createAuthService({ secretKey, clock }),
      clock,
      log,
      config: { ...config.product, publicUrl: config.http.publicUrl },
      gateways: outside.gateways,
    };
    if (serves('worker')) {
      const worker = await startWorker({ ctx: system, jobs, log });
      closers.push(() => worker.stop());
    }
    const web = serves('web') ? (screens ?? (await screensFromBuild())) : null;
    const app = createHttpApp({
      system,
      publicUrl: config.http.publicUrl,
      development: config.development,
      clientIp: createClientIp(config.http.trustedProxies),
      metrics: createMetrics(() => countBacklog(system)),
      metricsToken: config.http.metricsToken,
      checkReady: database.ping,
      web,
      rest: serves('rest'),
    });
    const respond = getRequestListener(app.fetch);
    const listener: RequestListener = web?.before
      ? (request, response) => web.before?.(request, response, () => void respond(request, response))
      : respond;
    const server = await listen(listener, config.http.host, config.http.port);
    closers.push(() => closeServer(server, HTTP_GRACE_MS));
    return { system, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
