import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/**
 * Records the waiting bundles of one collector, in order. One may wait while another runs, which may have looked for the last time. The
 * rows are the schedule: a lost job is made up for each minute.
 */
export const recordBundlesJob = defineJob('record-bundles', z.object({ collectorId: idInput<'collector'>() }), {
  queue: 'short',
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 900,
  heartbeatSeconds: 20,
});
