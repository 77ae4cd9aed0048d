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

/** Continues one bulk check; `short`, so that it may queue its own continuation. */
export const runChecksJob = defineJob('run-checks', z.object({ runId: idInput<'check-run'>() }), {
  queue: 'short',
  retryLimit: 5,
  retryDelaySeconds: 2,
  retryDelayMaxSeconds: 60,
  expireInSeconds: 900,
  heartbeatSeconds: 20,
});

/** Continues one import; `short`, so that it may queue its own continuation. */
export const runImportJob = defineJob('run-import', z.object({ importId: idInput<'certificate-import'>() }), {
  queue: 'short',
  retryLimit: 5,
  retryDelaySeconds: 2,
  retryDelayMaxSeconds: 60,
  expireInSeconds: 900,
  heartbeatSeconds: 20,
});

/** Fetches the icon of one endpoint's web site; the next page that shows it requests it again, so it is never retried. */
export const fetchFaviconJob = defineJob('fetch-favicon', z.object({ certificateId: idInput<'certificate'>() }), {
  queue: 'exclusive',
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 60,
});

/** Daily. */
export const maintainChecksJob = defineJob('maintain-checks', z.object({}), {
  queue: 'exclusive',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 600,
});
