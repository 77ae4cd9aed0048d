import { dueTickMs, HOUR_MS, type Log, MINUTE_MS, SECOND_MS, SHARDS } from '@notafter/domain';
import {
  checkDueSlice,
  checkSliceJob,
  deliverSlice,
  deliverSliceJob,
  endGrace,
  enqueueAlertSweep,
  enqueueDueDeliveries,
  enqueueDueSlices,
  FURTHER_DISCOVERY_PRIORITY,
  fetchFaviconJob,
  maintainAlerts,
  maintainAlertsJob,
  maintainChecks,
  maintainChecksJob,
  maintainDiscoveries,
  maintainDiscoveriesJob,
  purgeExpired,
  purgeExpiredJob,
  refreshFavicon,
  reviewAlerts,
  reviewAlertsJob,
  runChecks,
  runChecksJob,
  runDiscovery,
  runDiscoveryJob,
  runImport,
  runImportJob,
  type SystemContext,
  sendAccountMail,
  sendAccountMailJob,
  sendChannelNotice,
  sendChannelNoticeJob,
  sendEmailChangeMail,
  sendEmailChangeMailJob,
  sendInvitationMail,
  sendInvitationMailJob,
  sendOperatorAlert,
  sendOperatorAlertJob,
  sendSecurityNotice,
  sendSecurityNoticeJob,
  sweepAlerts,
  sweepAlertsJob,
} from '@notafter/features';
import type { JobActivity, JobHandler, JobRun, JobRunner } from '@notafter/jobs';
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

/** A page shows up to 50 domains, each of which may keep its fetch waiting. */
const FAVICONS_AT_ONCE = 4;

/** Each may take minutes, most of which are spent on waiting for others. One of an organisation. */
const DISCOVERIES_AT_ONCE = 6;
/** Places for an organisation's second one, which takes no place that another's first could have. */
const FURTHER_DISCOVERIES_AT_ONCE = 2;
const DISCOVERIES_OF_ONE_ORG = 2;

/** How soon what is due to be told goes out. */
const DELIVERY_TICK_MS = SECOND_MS;
/** Most receivers are sent one message a second, and a new job for each would be late. */
const DELIVERY_LINGER_MS = 2 * SECOND_MS;

/** Other workers may be at the same shard; in one process a second round would keep the place of another shard. */
const oncePerShard = (handler: (payload: { readonly shard: number }, run: JobRun) => Promise<unknown>): JobHandler<{ shard: number }> => {
  const busy = new Set<number>();
  return async (payload, run) => {
    if (busy.has(payload.shard)) return;
    busy.add(payload.shard);
    try {
      await handler(payload, run);
    } finally {
      busy.delete(payload.shard);
    }
  };
};

/** Works on every kind of job, and looks for due endpoints as often as the check interval asks for. */
export const startWorker = async ({ ctx, jobs, log }: WorkerOptions): Promise<RunningWorker> => {
  const workings = await Promise.all([
    jobs.work(checkSliceJob, async (payload, { signal }) => void (await checkDueSlice(ctx, payload, { signal })), {
      concurrency: SHARDS,
    }),
    jobs.work(runChecksJob, (payload, run) => runChecks(ctx, payload, run), { concurrency: 2 }),
    jobs.work(runImportJob, (payload, run) => runImport(ctx, payload, run), { concurrency: 2 }),
    jobs.work(runDiscoveryJob, (payload, run) => runDiscovery(ctx, payload, run), {
      concurrency: DISCOVERIES_AT_ONCE,
      groupConcurrency: 1,
    }),
    jobs.work(runDiscoveryJob, (payload, run) => runDiscovery(ctx, payload, run), {
      concurrency: FURTHER_DISCOVERIES_AT_ONCE,
      groupConcurrency: DISCOVERIES_OF_ONE_ORG,
      maxPriority: FURTHER_DISCOVERY_PRIORITY,
    }),
    jobs.work(sendAccountMailJob, (payload) => sendAccountMail(ctx, payload), { concurrency: 2 }),
    jobs.work(sendEmailChangeMailJob, (payload) => sendEmailChangeMail(ctx, payload), { concurrency: 2 }),
    jobs.work(sendSecurityNoticeJob, (payload) => sendSecurityNotice(ctx, payload), { concurrency: 2 }),
    jobs.work(sendInvitationMailJob, (payload) => sendInvitationMail(ctx, payload), { concurrency: 2 }),
    jobs.work(fetchFaviconJob, (payload) => refreshFavicon(ctx, payload), { concurrency: FAVICONS_AT_ONCE }),
    jobs.work(
      deliverSliceJob,
      oncePerShard((payload, { signal }) => deliverSlice(ctx, payload, { signal, lingerMs: DELIVERY_LINGER_MS })),
      {
        concurrency: SHARDS,
      },
    ),
    jobs.work(sendChannelNoticeJob, (payload) => sendChannelNotice(ctx, payload), { concurrency: 2 }),
    jobs.work(sweepAlertsJob, async (_payload, { signal }) => void (await sweepAlerts(ctx, { signal }))),
    jobs.work(reviewAlertsJob, (payload) => reviewAlerts(ctx, payload), { concurrency: 2 }),
    jobs.work(sendOperatorAlertJob, (payload) => sendOperatorAlert(ctx, payload)),
    jobs.work(maintainAlertsJob, () => maintainAlerts(ctx)),
    jobs.work(maintainChecksJob, () => maintainChecks(ctx)),
    jobs.work(maintainDiscoveriesJob, () => maintainDiscoveries(ctx)),
    jobs.work(purgeExpiredJob, async () => {
      ctx.log.info(await purgeExpired(ctx), 'removed what has run out');
    }),
  ]);
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
