import { createAuthService } from '@notafter/auth';
import type { Config } from '@notafter/config';
import { isRestored, pingDatabase } from '@notafter/db';
import { type Clock, identityProviderNames } from '@notafter/domain';
import { createReplicaReads, type ReplicaOptions, type ReplicaReads, type SystemContext } from '@notafter/features';
import { createJobQueue, type JobRunner } from '@notafter/jobs';
import { allJobs } from '@notafter/worker';
import type { Logger } from 'pino';
import { settleRestoredKey } from './backup/restored-key.ts';
import { loadClientRules } from './client-rules-file.ts';
import { openMigratedDatabase } from './database.ts';
import { openGateways } from './gateways/gateways.ts';
import { sweepLostSessions } from './lost-sessions.ts';
import { collapseOutages } from './outage-log.ts';
import { loadSecretKey } from './secret-key.ts';

/** Opened resources, closed in reverse order. */
export class Closers {
  readonly #closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  async closeAll(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}

export interface OpenSystemOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Whether this process works on jobs; others only enqueue. */
  readonly runsJobs: boolean;
  readonly closers: Closers;
  /** The machine's clock unless a test moves time. */
  readonly clock?: Clock;
}

export interface OpenedSystem {
  readonly system: SystemContext;
  /** The same with separate connections. */
  readonly systemForJobs: SystemContext;
  readonly jobs: JobRunner;
  readonly replica: ReplicaReads | null;
  /** Resolves when database and queues respond. */
  readonly ping: () => Promise<void>;
}

const PROBE_EVERY_MS = 1000;

/** Compares the replica with the primary every second until it is stopped. */
const followReplica = (options: ReplicaOptions): { readonly replica: ReplicaReads; readonly stop: () => void } => {
  const replica = createReplicaReads(options);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const follow = async (): Promise<void> => {
    await replica.probe();
    if (!stopped) timer = setTimeout(() => void follow(), PROBE_EVERY_MS).unref();
  };
  void follow();
  const stop = (): void => {
    stopped = true;
    clearTimeout(timer);
  };
  return { replica, stop };
};

const systemClock: Clock = { now: () => new Date() };

/** Opens a context from settings: key, database, queues, gateways. Adds everything opened to `closers`. */
export const openSystem = async ({ config, log, runsJobs, closers, clock = systemClock }: OpenSystemOptions): Promise<OpenedSystem> => {
  const table = await loadClientRules(config.clientRulesFile);
  const clientRules = config.renewal.asksCas ? table : { ...table, renewalInfo: [] };
  const database = await openMigratedDatabase(config, { log, clock });
  closers.add(database.close);
  await settleRestoredKey(config.dataDir, (id) => isRestored(database.url, id));
  const secretKey = config.secretKey ?? (await loadSecretKey(config.dataDir));
  const outages = collapseOutages(log, () => pingDatabase(database.db));
  closers.add(async () => outages.stop());
  const followed =
    database.replica === null ? null : followReplica({ primary: database.db, replica: database.replica, clock, log: outages.log });
  closers.add(async () => followed?.stop());
  const stopSweep = sweepLostSessions(database.db, outages.log);
  closers.add(async () => stopSweep());
  const jobs = createJobQueue({ databaseUrl: database.url, log: outages.log, jobs: allJobs.map(({ definition }) => definition), runsJobs });
  await jobs.start();
  closers.add(() => jobs.stop());
  const outside = await openGateways(config, log, clientRules);
  closers.add(outside.close);
  const system: SystemContext = {
    db: database.db,
    jobs: jobs.queue,
    auth: createAuthService({ secretKey, publicUrl: config.http.publicUrl, clock }),
    clock,
    log: outages.log,
    config: {
      ...config.product,
      clientRules,
      publicUrl: config.http.publicUrl,
      sendsMail: config.mail.smtpUrl !== null,
      identityProviders: identityProviderNames.filter((name) => config.identityProviders[name] !== null),
    },
    gateways: outside.gateways,
  };
  const replica = followed?.replica ?? null;
  const ping = async (): Promise<void> => {
    await pingDatabase(system.db);
    await jobs.ping();
  };
  const systemForRequests = replica === null ? system : { ...system, replica };
  return { system: systemForRequests, systemForJobs: { ...system, db: database.forJobs }, jobs, replica, ping };
};
