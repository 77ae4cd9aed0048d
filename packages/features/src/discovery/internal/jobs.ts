import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Daily. */
export const maintainDiscoveriesJob = defineJob('maintain-discoveries', z.object({}), {
  queue: 'exclusive',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 600,
});
