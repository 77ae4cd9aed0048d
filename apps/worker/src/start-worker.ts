import { dueTickMs, HOUR_MS, type Log, MINUTE_MS, SECOND_MS } from '@notafter/domain';
import {
  endGrace,
  enqueueAlertSweep,
  enqueueDueDeliveries,
  enqueueDueSlices,
  maintainAlertsJob,
  maintainChecksJob,
  maintainDiscoveriesJob,
  purgeExpiredJob,
  type SystemContext,
} from '@notafter/features';
import type { JobActivity, JobRunner } from '@notafter/jobs';
import { allJobs } from './all-jobs.ts';
import { startTick } from './tick.ts';

export interface WorkerOptions {
  readonly ctx: SystemContext;
  /** Started, and made to run jobs. */
  readonly jobs: JobRunner;
  readonly log: Log;
}

export interface RunningWorker {
  /** Each kind of job and each timer of this worker. */
  activity(): readonly JobActivity[];
  /** Takes no more work, stores what is answered, gives the rest back, and waits for the handlers. */
  stop(): Promise<void>;
}

/** Small hours in UTC; any worker may be the one, and a night missed is made up for. */
const DAILY_CHECKS = '17 3 * * *';
const DAILY_ALERTS = '32 3 * * *';
const DAILY_DISCOVERIES = '39 3 * * *';
const DAILY_ACCOUNTS = '47 3 * * *';

/** How soon what is due to be told goes out. */
const DELIVERY_TICK_MS = SECOND_MS;

/** Works on every kind of job, and looks for due endpoints as often as the check interval asks for. */
export const startWorker = async ({ ctx, jobs, log }: WorkerOptions): Promise<RunningWorker> => {
  const workings = (await Promise.all(allJobs.map(({ start }) => start(jobs, ctx)))).flat();
  await jobs.schedule(maintainChecksJob, DAILY_CHECKS, {});
  await jobs.schedule(maintainAlertsJob, DAILY_ALERTS, {});
  await jobs.schedule(maintainDiscoveriesJob, DAILY_DISCOVERIES, {});
  await jobs.schedule(purgeExpiredJob, DAILY_ACCOUNTS, {});
  const tick = startTick('enqueue-checks', dueTickMs(ctx.config), async () => void (await enqueueDueSlices(ctx)), log);
  const alertTick = startTick('enqueue-alert-sweep', MINUTE_MS, () => enqueueAlertSweep(ctx), log);
  // Also at the start: plans whose grace passed while nothing ran end at once.
  const graceTick = startTick('end-grace', HOUR_MS, async () => void (await endGrace(ctx)), log);
  const deliveryTick = startTick('enqueue-deliveries', DELIVERY_TICK_MS, async () => void (await enqueueDueDeliveries(ctx)), log);
  const ticks = [tick, alertTick, graceTick, deliveryTick];
  return {
    activity: () => [...jobs.activity(), ...ticks.map((one) => one.activity())],
    stop: async () => {
      for (const one of ticks) await one.stop();
      await Promise.all(workings.map((working) => working.stop()));
    },
  };
};
