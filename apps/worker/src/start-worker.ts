import { dueTickMs, HOUR_MS, type Log, MINUTE_MS, SECOND_MS } from '@notafter/domain';
import {
  endGrace,
  enqueueAlertSweep,
  enqueueDueDeliveries,
  enqueueDueLooks,
  enqueueDueProcesses,
  enqueueDueRenewalInfos,
  enqueueDueReports,
  enqueueDueSlices,
  enqueueDueTransparency,
  enqueueServiceLook,
  enqueueWaitingBundles,
  judgeUploadsJob,
  maintainAlertsJob,
  maintainChecksJob,
  maintainDiscoveriesJob,
  maintainIssuancesJob,
  planRenewalInfosJob,
  planRenewalLooksJob,
  purgeExpiredJob,
  recordDaysJob,
  type SystemContext,
} from '@notafter/features';
import type { JobActivity, JobRunner } from '@notafter/jobs';
import { allJobs } from './all-jobs.ts';
import { startTick } from './tick.ts';

export interface WorkerOptions {
  readonly ctx: SystemContext;
  /** Started, and triggered to run jobs. */
  readonly jobs: JobRunner;
  readonly log: Log;
}

export interface RunningWorker {
  /** The last activity of each kind of job and each timer of this worker. */
  activity(): readonly JobActivity[];
  /** Stops fetching jobs, stores finished results, releases the rest, and waits for the handlers. */
  stop(): Promise<void>;
}

/** At night in UTC, by any worker; a missed night is made up for. */
const DAILY_CHECKS = '17 3 * * *';
const DAILY_UPLOADS = '24 3 * * *';
const DAILY_ALERTS = '32 3 * * *';
const DAILY_DISCOVERIES = '39 3 * * *';
const DAILY_ISSUANCES = '54 3 * * *';
const HOURLY_PLAN = '23 * * * *';
const HOURLY_CAS = '53 * * * *';
const HOURLY_DAYS = '7 * * * *';
const DAILY_ACCOUNTS = '47 3 * * *';

/** How often transparency logs are looked at. */
const TRANSPARENCY_TICK_MS = 20 * SECOND_MS;

/** How soon due deliveries are sent. */
const DELIVERY_TICK_MS = SECOND_MS;

/** Works on every kind of job, and enqueues due endpoints as often as the check interval requires. */
export const startWorker = async ({ ctx, jobs, log }: WorkerOptions): Promise<RunningWorker> => {
  const workings = (await Promise.all(allJobs.map(({ start }) => start(jobs, ctx)))).flat();
  await jobs.schedule(maintainChecksJob, DAILY_CHECKS, {});
  await jobs.schedule(judgeUploadsJob, DAILY_UPLOADS, {});
  await jobs.schedule(maintainAlertsJob, DAILY_ALERTS, {});
  await jobs.schedule(maintainDiscoveriesJob, DAILY_DISCOVERIES, {});
  await jobs.schedule(maintainIssuancesJob, DAILY_ISSUANCES, {});
  await jobs.schedule(planRenewalLooksJob, HOURLY_PLAN, {});
  await jobs.schedule(planRenewalInfosJob, HOURLY_CAS, {});
  await jobs.schedule(recordDaysJob, HOURLY_DAYS, {});
  await jobs.schedule(purgeExpiredJob, DAILY_ACCOUNTS, {});
  const tick = startTick('enqueue-checks', dueTickMs(ctx.config), async () => void (await enqueueDueSlices(ctx)), log);
  const alertTick = startTick('enqueue-alert-sweep', MINUTE_MS, () => enqueueAlertSweep(ctx), log);
  // Also at start, so that plans whose grace period passed while nothing ran end at once.
  const graceTick = startTick('end-grace', HOUR_MS, async () => void (await endGrace(ctx)), log);
  const deliveryTick = startTick('enqueue-deliveries', DELIVERY_TICK_MS, async () => void (await enqueueDueDeliveries(ctx)), log);
  const processTick = startTick('enqueue-processes', MINUTE_MS, async () => void (await enqueueDueProcesses(ctx)), log);
  const lookTick = startTick('enqueue-looks', MINUTE_MS, () => enqueueDueLooks(ctx), log);
  const caTick = startTick('enqueue-renewal-infos', MINUTE_MS, () => enqueueDueRenewalInfos(ctx), log);
  const serviceTick = startTick('enqueue-service-look', MINUTE_MS, () => enqueueServiceLook(ctx), log);
  const reportTick = startTick('enqueue-reports', MINUTE_MS, async () => void (await enqueueDueReports(ctx)), log);
  const bundleTick = startTick('enqueue-bundles', MINUTE_MS, () => enqueueWaitingBundles(ctx), log);
  const transparencyTick = startTick('enqueue-transparency', TRANSPARENCY_TICK_MS, () => enqueueDueTransparency(ctx), log);
  const ticks = [
    transparencyTick,
    tick,
    alertTick,
    graceTick,
    deliveryTick,
    processTick,
    lookTick,
    caTick,
    serviceTick,
    reportTick,
    bundleTick,
  ];
  return {
    activity: () => [...jobs.activity(), ...ticks.map((one) => one.activity())],
    stop: async () => {
      for (const one of ticks) await one.stop();
      await Promise.all(workings.map((working) => working.stop()));
    },
  };
};
