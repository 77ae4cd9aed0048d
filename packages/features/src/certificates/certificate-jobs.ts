import { SHARDS } from '@notafter/domain';
import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Checks the due endpoints of one shard. The endpoints are the schedule: a lost job loses nothing, so it is not retried. */
export const checkSliceJob = defineJob(
  'check-slice',
  z.object({
    shard: z
      .int()
      .min(0)
      .max(SHARDS - 1),
  }),
  {
    queue: 'exclusive',
    retryLimit: 0,
    retryDelaySeconds: 0,
    expireInSeconds: 900,
    heartbeatSeconds: 20,
  },
);

/** Looks for the icon of one endpoint's web site; asked again by the next page that shows it, so never retried. */
export const fetchFaviconJob = defineJob('fetch-favicon', z.object({ certificateId: idInput<'certificate'>() }), {
  queue: 'exclusive',
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 60,
});

/** Looks at the domains that are due; the rows are the schedule, so a lost job loses nothing. */
export const lookAtDomainsJob = defineJob('look-at-domains', z.object({}), {
  queue: 'exclusive',
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 3600,
  heartbeatSeconds: 20,
});

/** Hourly. */
export const planRenewalLooksJob = defineJob('plan-renewal-looks', z.object({}), {
  queue: 'exclusive',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 600,
});

/** Daily. */
export const maintainChecksJob = defineJob('maintain-checks', z.object({}), {
  queue: 'exclusive',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 600,
});

/** Asks one CA about its certificates that are due; the rows are the schedule. */
export const askRenewalInfosJob = defineJob('ask-renewal-infos', z.object({ directory: z.url() }), {
  queue: 'exclusive',
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 900,
  heartbeatSeconds: 20,
});

/** Hourly. */
export const planRenewalInfosJob = defineJob('plan-renewal-infos', z.object({}), {
  queue: 'exclusive',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 600,
});

/** Daily. */
export const judgeUploadsJob = defineJob('judge-uploads', z.object({}), {
  queue: 'exclusive',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 3600,
  heartbeatSeconds: 20,
});

/** Monitors the certificates in a collector's files. After each of its reports, and when an endpoint begins to serve one of them. */
export const monitorFilesJob = defineJob('monitor-files', z.object({ collectorId: idInput<'collector'>() }), {
  queue: 'short',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 900,
  heartbeatSeconds: 20,
});
