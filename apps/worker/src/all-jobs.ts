import { SECOND_MS, type ServiceOperationId, SHARDS } from '@notafter/domain';
import {
  askRenewalInfos,
  askRenewalInfosJob,
  checkDueSlice,
  checkScts,
  checkSctsJob,
  checkSliceJob,
  deliverSlice,
  deliverSliceJob,
  FURTHER_DISCOVERY_PRIORITY,
  fetchFaviconJob,
  followLog,
  followLogJob,
  judgeUploads,
  judgeUploadsJob,
  LOGS_AT_ONCE,
  LOGS_OF_OPERATOR_AT_ONCE,
  lookAtDomainsJob,
  lookAtDueDomains,
  lookAtServices,
  lookAtServicesJob,
  maintainAlerts,
  maintainAlertsJob,
  maintainChecks,
  maintainChecksJob,
  maintainDiscoveries,
  maintainDiscoveriesJob,
  maintainIssuances,
  maintainIssuancesJob,
  monitorFiles,
  monitorFilesJob,
  planRenewalInfos,
  planRenewalInfosJob,
  planRenewalLooks,
  planRenewalLooksJob,
  purgeExpired,
  purgeExpiredJob,
  recheckAnchors,
  recheckAnchorsJob,
  recordBundles,
  recordBundlesJob,
  recordDays,
  recordDaysJob,
  refreshCaa,
  refreshFavicon,
  refreshLogs,
  refreshLogsJob,
  reviewAlerts,
  reviewAlertsJob,
  runChecks,
  runChecksJob,
  runDiscovery,
  runDiscoveryJob,
  runImport,
  runImportJob,
  runServiceBackupJob,
  runServiceOperation,
  runServiceOperationJob,
  type SystemContext,
  searchIssuances,
  searchIssuancesJob,
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
  sendReportConfirmation,
  sendReportConfirmationJob,
  sendReports,
  sendReportsJob,
  sendSecurityNotice,
  sendSecurityNoticeJob,
  sendServiceReady,
  sendServiceReadyJob,
  sweepAlerts,
  sweepAlertsJob,
  sweepBackups,
  sweepBackupsJob,
} from '@notafter/features';
import type { JobDefinition, JobRun, JobRunner, Working, WorkOptions } from '@notafter/jobs';

type Handler<Payload> = (ctx: SystemContext, payload: Payload, run: JobRun) => Promise<unknown>;

/** A kind of job: its queue, and a function that starts its handler in a worker process. */
export interface Job {
  readonly definition: JobDefinition<unknown>;
  readonly start: (jobs: JobRunner, ctx: SystemContext) => Promise<readonly Working[]>;
}

/** With several `places`, each has its own limits. */
const job = <Payload>(
  [definition, handler]: readonly [JobDefinition<Payload>, Handler<Payload>],
  ...places: readonly WorkOptions[]
): Job => ({
  definition,
  start: (jobs, ctx) =>
    Promise.all(
      (places.length === 0 ? [{}] : places).map((place) =>
        jobs.work(definition, async (payload, run) => void (await handler(ctx, payload, run)), place),
      ),
    ),
});

/** Other workers may work on the same shard. In one process, a second round would take the slot of another shard. */
const oncePerShard = (handler: Handler<{ readonly shard: number }>): Handler<{ readonly shard: number }> => {
  const busy = new Set<number>();
  return async (ctx, payload, run) => {
    if (busy.has(payload.shard)) return;
    busy.add(payload.shard);
    try {
      await handler(ctx, payload, run);
    } finally {
      busy.delete(payload.shard);
    }
  };
};

/** Most receivers are sent one message a second, and a new job for each would be late. */
const DELIVERY_LINGER_MS = 2 * SECOND_MS;

/** Most engines are up within it. */
const OPERATION_LINGER_MS = 10 * SECOND_MS;
const operate: Handler<{ readonly id: ServiceOperationId }> = (ctx, payload, { signal }) =>
  runServiceOperation(ctx, payload, { signal, lingerMs: OPERATION_LINGER_MS });

/** Asks search services and DNS about the watched domains. */
const searchAndLook: Handler<object> = async (ctx, _payload, { signal }) => {
  await refreshCaa(ctx, { signal });
  await searchIssuances(ctx, { signal });
};

const twoAtOnce = { concurrency: 2 };
const onePerShard = { concurrency: SHARDS };
/** A page shows up to 50 domains, each of which may delay its fetch. */
const fourAtOnce = { concurrency: 4 };
/** A CA that does not answer must not delay the others. */
const onePerCa = { concurrency: 8 };
/** Each takes minutes, mostly waiting. One per organization. */
const firstDiscoveries = { concurrency: 6, groupConcurrency: 1 };
/** For an organization's second discovery, so that it never delays the first one of another organization. */
const furtherDiscoveries = { concurrency: 2, groupConcurrency: 2, maxPriority: FURTHER_DISCOVERY_PRIORITY };

/** Mostly waiting for a cloud. */
const serviceOperations = { concurrency: 8 };

/** Mostly waiting for the network. */
const logsAtOnce = { concurrency: LOGS_AT_ONCE, groupConcurrency: LOGS_OF_OPERATOR_AT_ONCE };

/** Each compresses and encrypts on this machine. */
const serviceBackups = { concurrency: 2 };

/** Every kind of job, each as `[definition, handler]` and how many run at once. Every process installs their queues. */
export const allJobs: readonly Job[] = [
  job([checkSliceJob, checkDueSlice], onePerShard),
  job([runChecksJob, runChecks], twoAtOnce),
  job([runImportJob, runImport], twoAtOnce),
  job([runDiscoveryJob, runDiscovery], firstDiscoveries, furtherDiscoveries),
  job([runServiceOperationJob, operate], serviceOperations),
  job([runServiceBackupJob, operate], serviceBackups),
  job([sendServiceReadyJob, sendServiceReady], twoAtOnce),
  job([sendAccountMailJob, sendAccountMail], twoAtOnce),
  job([sendEmailChangeMailJob, sendEmailChangeMail], twoAtOnce),
  job([sendSecurityNoticeJob, sendSecurityNotice], twoAtOnce),
  job([sendInvitationMailJob, sendInvitationMail], twoAtOnce),
  job([fetchFaviconJob, refreshFavicon], fourAtOnce),
  job(
    [deliverSliceJob, oncePerShard((ctx, payload, { signal }) => deliverSlice(ctx, payload, { signal, lingerMs: DELIVERY_LINGER_MS }))],
    onePerShard,
  ),
  job([sendChannelNoticeJob, sendChannelNotice], twoAtOnce),
  job([sweepAlertsJob, (ctx, _payload, { signal }) => sweepAlerts(ctx, { signal })]),
  job([reviewAlertsJob, reviewAlerts], twoAtOnce),
  job([recheckAnchorsJob, (ctx, payload, { signal }) => recheckAnchors(ctx, payload, { signal })], twoAtOnce),
  job([sendOperatorAlertJob, sendOperatorAlert]),
  job([maintainAlertsJob, maintainAlerts]),
  job([maintainChecksJob, maintainChecks]),
  job([judgeUploadsJob, (ctx, _payload, { signal }) => judgeUploads(ctx, {}, { signal })]),
  job([lookAtDomainsJob, (ctx, _payload, { signal }) => lookAtDueDomains(ctx, { signal })]),
  job([lookAtServicesJob, (ctx, _payload, { signal }) => lookAtServices(ctx, { signal })]),
  job([sweepBackupsJob, (ctx, _payload, { signal }) => sweepBackups(ctx, { signal })]),
  job([planRenewalLooksJob, planRenewalLooks]),
  job([askRenewalInfosJob, (ctx, payload, { signal }) => askRenewalInfos(ctx, payload, { signal })], onePerCa),
  job([planRenewalInfosJob, planRenewalInfos]),
  job([maintainDiscoveriesJob, maintainDiscoveries]),
  job([maintainIssuancesJob, (ctx) => maintainIssuances(ctx)]),
  job([monitorFilesJob, (ctx, payload, { signal }) => monitorFiles(ctx, payload, { signal })], twoAtOnce),
  job([recordBundlesJob, (ctx, payload, { signal }) => recordBundles(ctx, payload, { signal })], twoAtOnce),
  job([recordDaysJob, (ctx, _payload, { signal }) => recordDays(ctx, { signal })]),
  job([sendReportsJob, (ctx, _payload, { signal }) => sendReports(ctx, { signal })]),
  job([refreshLogsJob, (ctx, payload, { signal }) => refreshLogs(ctx, payload, { signal })]),
  job([followLogJob, (ctx, payload, { signal }) => followLog(ctx, payload, { signal })], logsAtOnce),
  job([checkSctsJob, (ctx, payload, { signal }) => checkScts(ctx, payload, { signal })]),
  job([searchIssuancesJob, searchAndLook]),
  job([sendReportConfirmationJob, sendReportConfirmation], twoAtOnce),
  job([purgeExpiredJob, async (ctx) => ctx.log.info(await purgeExpired(ctx), 'purged expired rows')]),
];
