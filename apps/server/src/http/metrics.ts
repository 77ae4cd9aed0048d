import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Backlog, LedgerCounts, ReplicaReading, ServiceCounts } from '@notafter/features';
import type { QueueDepth } from '@notafter/jobs';
import type { Hono, MiddlewareHandler } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { HttpEnv } from './identify.ts';

/** The jobs of this process; empty if it has none. */
export interface JobReading {
  readonly name: string;
  /** Milliseconds since the epoch; null before the first run. */
  readonly lastRanAt: number | null;
  readonly late: boolean;
}

interface Readings {
  readonly readBacklog: () => Promise<Backlog>;
  readonly readLedger: () => Promise<LedgerCounts>;
  readonly readServices: () => Promise<ServiceCounts>;
  readonly readQueues: () => Promise<readonly QueueDepth[]>;
  readonly readDatabase: () => Promise<{ readonly bytes: number }>;
  readonly readJobs: () => readonly JobReading[];
  /** Null without a replica. */
  readonly readReplica: () => ReplicaReading | null;
}

/** A scraper gives up after 10 s. Figures that PostgreSQL does not return in time are omitted. */
const READ_TIMEOUT_MS = 3000;

/** One query for all gauges of a scrape; null if it fails or takes too long. */
const perScrape = <Reading>(read: () => Promise<Reading>): (() => Promise<Reading | null>) => {
  let current: Promise<Reading | null> | null = null;
  const readInTime = (): Promise<Reading | null> => {
    const timeout = Promise.withResolvers<null>();
    const timer = setTimeout(timeout.resolve, READ_TIMEOUT_MS, null);
    return Promise.race([read().catch(() => null), timeout.promise]).finally(() => {
      clearTimeout(timer);
      current = null;
    });
  };
  return () => {
    current ??= readInTime();
    return current;
  };
};

const addGauge = <Reading>(
  registry: Registry,
  read: () => Promise<Reading | null>,
  { name, help, figureOf }: { readonly name: string; readonly help: string; readonly figureOf: (reading: Reading) => number },
): void => {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect: async function collect() {
      const reading = await read();
      if (reading === null) this.remove();
      else this.set(figureOf(reading));
    },
  });
};

const addJobs = (registry: Registry, readJobs: Readings['readJobs']): void => {
  new Gauge({
    name: 'notafter_job_last_run_timestamp_seconds',
    help: 'Time when each kind of job last ran in this process.',
    labelNames: ['job'],
    registers: [registry],
    collect: function collect() {
      for (const { name, lastRanAt } of readJobs()) if (lastRanAt !== null) this.set({ job: name }, lastRanAt / 1000);
    },
  });
  addGauge(registry, async () => readJobs(), {
    name: 'notafter_jobs_late',
    help: 'Number of kinds of jobs that this process should run but does not.',
    figureOf: (jobs) => jobs.filter(({ late }) => late).length,
  });
};

const addReplica = (registry: Registry, readReplica: Readings['readReplica']): void => {
  if (readReplica() === null) return;
  new Gauge({
    name: 'notafter_replica_lag_seconds',
    help: 'Age of the newest state that the replica of DATABASE_READ_URL is known to have.',
    registers: [registry],
    collect: function collect() {
      const lag = readReplica()?.lagSeconds ?? null;
      if (lag === null) this.remove();
      else this.set(lag);
    },
  });
  new Counter({
    name: 'notafter_replica_reads_total',
    help: 'Lists and analytics that a replica may serve, by the server that served them.',
    labelNames: ['server'],
    registers: [registry],
    collect: function collect() {
      const { onReplica = 0, onPrimary = 0 } = readReplica() ?? {};
      this.reset();
      this.inc({ server: 'replica' }, onReplica);
      this.inc({ server: 'primary' }, onPrimary);
    },
  });
};

const addQueues = (registry: Registry, readQueues: Readings['readQueues']): void => {
  const read = perScrape(readQueues);
  const perQueue = (name: string, help: string, figureOf: (depth: QueueDepth) => number): void => {
    new Gauge({
      ...{ name, help, labelNames: ['job'], registers: [registry] },
      collect: async function collect() {
        this.reset();
        for (const depth of (await read()) ?? []) this.set({ job: depth.name }, figureOf(depth));
      },
    });
  };
  perQueue('notafter_jobs_ready', 'Number of jobs of each kind that wait for a worker.', ({ ready }) => ready);
  perQueue('notafter_jobs_active', 'Number of jobs of each kind that workers run.', ({ active }) => active);
};

const addServices = (registry: Registry, readServices: Readings['readServices']): void => {
  const read = perScrape(readServices);
  addGauge(registry, read, { name: 'notafter_services', help: 'Data services.', figureOf: ({ services }) => services });
  addGauge(registry, read, {
    name: 'notafter_services_unwell',
    help: 'Number of data services with a problem.',
    figureOf: ({ unwell }) => unwell,
  });
  addGauge(registry, read, {
    name: 'notafter_services_without_backups',
    help: 'Number of data services whose backups or restore drills do not run as they should.',
    figureOf: ({ withoutBackups }) => withoutBackups,
  });
  addGauge(registry, read, {
    name: 'notafter_service_orphans',
    help: 'Number of services on a cloud that have no row in the database.',
    figureOf: ({ orphans }) => orphans,
  });
};

export interface Metrics {
  readonly registry: Registry;
  readonly observeRequests: MiddlewareHandler<HttpEnv>;
}

/** Paths are reduced to their surface: a label per ID would grow without bound. */
const surfaceOf = (path: string): string => {
  if (path.startsWith('/v1/')) return 'rest';
  if (path.startsWith('/api/trpc/')) return 'trpc';
  if (path.startsWith('/assets/')) return 'assets';
  return 'web';
};

const addLedger = (registry: Registry, readLedger: Readings['readLedger']): void => {
  const read = perScrape(readLedger);
  addGauge(registry, read, { name: 'notafter_alerts_open', help: 'Number of open alerts.', figureOf: ({ openAlerts }) => openAlerts });
  addGauge(registry, read, {
    name: 'notafter_deliveries_late',
    help: 'Number of deliveries of alerts and events that have been due for minutes and are neither sent nor given up.',
    figureOf: ({ lateDeliveries }) => lateDeliveries,
  });
  addGauge(registry, read, {
    name: 'notafter_alerts_undelivered',
    help: 'Number of open alerts of which a delivery was given up.',
    figureOf: ({ undeliveredAlerts }) => undeliveredAlerts,
  });
  addGauge(registry, read, {
    name: 'notafter_channels_broken',
    help: 'Number of enabled channels that their receiver refuses.',
    figureOf: ({ brokenChannels }) => brokenChannels,
  });
  new Gauge({
    name: 'notafter_operator_alerts_open',
    help: 'Number of open notices to the operator of each kind, such as a mass outage that teams are not alerted about.',
    labelNames: ['kind'],
    registers: [registry],
    collect: async function collect() {
      this.reset();
      for (const [kind, open] of (await read())?.operatorAlerts ?? []) this.set({ kind }, open);
    },
  });
};

export const createMetrics = ({
  readBacklog,
  readLedger,
  readServices,
  readQueues,
  readDatabase,
  readJobs,
  readReplica,
}: Readings): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'notafter_http_request_duration_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['surface', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const read = perScrape(readBacklog);
  addGauge(registry, read, { name: 'notafter_endpoints', help: 'Monitored endpoints.', figureOf: ({ endpoints }) => endpoints });
  addGauge(registry, read, {
    name: 'notafter_endpoints_overdue',
    help: 'Number of endpoints due for a check that no worker has claimed.',
    figureOf: ({ overdue }) => overdue,
  });
  addGauge(registry, read, {
    name: 'notafter_endpoints_overdue_seconds',
    help: 'How long the endpoint that has waited longest has been due for a check.',
    figureOf: ({ overdueSeconds }) => overdueSeconds,
  });
  addGauge(registry, perScrape(readDatabase), {
    name: 'notafter_database_size_bytes',
    help: 'Size of the database on its disk.',
    figureOf: ({ bytes }) => bytes,
  });
  addLedger(registry, readLedger);
  addServices(registry, readServices);
  addQueues(registry, readQueues);
  addJobs(registry, readJobs);
  addReplica(registry, readReplica);
  return {
    registry,
    observeRequests: async (c, next) => {
      const stop = requests.startTimer({ surface: surfaceOf(c.req.path), method: c.req.method });
      await next();
      stop({ status: c.res.status });
    },
  };
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip'];

const hostnameOf = (host: string): string => URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';

interface MetricsAccess {
  readonly token: string | null;
  readonly publicUrl: string;
}

/**
 * `GET /metrics`: on loopback without a proxy in front, elsewhere only with `METRICS_TOKEN` as bearer. On loopback, a host name that
 * is not this server's gets 421: a page whose DNS name was rebound to 127.0.0.1 could read the response.
 */
export const mountMetrics = (app: Hono<HttpEnv>, { registry }: Metrics, { token, publicUrl }: MetricsAccess): void => {
  const isOwn = (host: string): boolean => {
    const name = hostnameOf(host);
    return name === 'localhost' || (isIP(name) !== 0 && isLoopback(name)) || name === new URL(publicUrl).hostname;
  };
  app.get('/metrics', async (c) => {
    const direct =
      isLoopback(c.env.incoming?.socket.remoteAddress ?? '') && !forwardingHeaders.some((name) => c.req.header(name) !== undefined);
    const given = c.req.header('authorization') ?? '';
    const knows = token !== null && timingSafeEqual(digest(given), digest(`Bearer ${token}`));
    if (!direct && !knows) return c.notFound();
    const host = c.req.header('host');
    if (!knows && host !== undefined && !isOwn(host)) return c.text('This server does not serve this host.\n', 421);
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
};
