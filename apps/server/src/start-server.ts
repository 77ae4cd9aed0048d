import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Config } from '@notafter/config';
import type { Clock } from '@notafter/domain';
import { countBacklog, countLedger, countServiceStates, readDatabaseSize, type SystemContext } from '@notafter/features';
import { startWorker } from '@notafter/worker';
import type { Logger } from 'pino';
import { createHttpApp } from './http/app.ts';
import { createClientIp } from './http/client-ip.ts';
import { createMetrics } from './http/metrics.ts';
import { closeServer, listen } from './listen.ts';
import { type Screens, screensFromBuild } from './screens.ts';
import { Closers, openSystem } from './system.ts';
import { createWatchdog } from './watchdog.ts';

const HTTP_GRACE_MS = 5000;

export interface RunningServer {
  readonly system: SystemContext;
  /** Refuses readiness for the delay of the settings, finishes running work, then closes everything in reverse order of opening. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly config: Config;
  readonly log: Logger;
  /** The source of the screens; development passes Vite. */
  readonly screens?: Screens;
  /** A required part has failed permanently. */
  readonly onLost: (what: string) => void;
  /** The machine's clock unless a test moves time. */
  readonly clock?: Clock;
}

const listenerOf = (app: ReturnType<typeof createHttpApp>, screens: Screens | null): RequestListener => {
  // Load balancers request /healthz over HTTP/1.0, which has no Host header; nothing here depends on it.
  const respond = getRequestListener(app.fetch, { hostname: 'localhost' });
  const before = screens?.before;
  return before === undefined ? respond : (request, response) => before(request, response, () => void respond(request, response));
};

/** Starts the roles of `ROLE` in this process. After a failure, closes everything that was opened. */
export const startServer = async ({ config, log, screens, onLost, clock }: StartOptions): Promise<RunningServer> => {
  const closers = new Closers();
  let stopping = false;
  const serves = (role: Config['role']): boolean => config.role === 'all' || config.role === role;
  try {
    const { system, systemForJobs, jobs, replica, ping } = await openSystem({
      config,
      log,
      runsJobs: serves('worker'),
      closers,
      ...(clock === undefined ? {} : { clock }),
    });
    const worker = serves('worker') ? await startWorker({ ctx: systemForJobs, jobs, log: systemForJobs.log }) : null;
    if (worker !== null) closers.add(() => worker.stop());
    const watchdog = createWatchdog({
      activity: () => worker?.activity() ?? [],
      ping,
      system,
      onDead: () => onLost('the job queue'),
    });
    closers.add(async () => watchdog.stop());
    const served = serves('web') ? (screens ?? (await screensFromBuild())) : null;
    const app = createHttpApp({
      system,
      publicUrl: config.http.publicUrl,
      development: config.development,
      clientIp: createClientIp(config.http.trustedProxies),
      metrics: createMetrics({
        readBacklog: () => countBacklog(system),
        readLedger: () => countLedger(system),
        readServices: () => countServiceStates(system),
        readQueues: () => jobs.queue.depths(),
        readDatabase: () => readDatabaseSize(system),
        readJobs: watchdog.readings,
        readReplica: () => replica?.reading() ?? null,
      }),
      metricsToken: config.http.metricsToken,
      servicesHost: config.http.servicesHost,
      readiness: { ping, late: watchdog.late, stopping: () => stopping },
      screens: served,
      rest: serves('rest'),
    });
    const server = await listen(listenerOf(app, served), config.http.host, config.http.port);
    closers.add(() => closeServer(server, HTTP_GRACE_MS));
    const stop = async (): Promise<void> => {
      stopping = true;
      await wait(config.http.shutdownDelayMs);
      await closers.closeAll();
    };
    return { system, stop };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};
