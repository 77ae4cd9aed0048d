import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Records the waiting bundles of one collector, in order. The rows are the schedule: a lost job is made up for each minute. */
export const recordBundlesJob = defineJob('record-bundles', z.object({ collectorId: idInput<'collector'>() }), {
  queue: 'exclusive',
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 900,
  heartbeatSeconds: 20,
});
