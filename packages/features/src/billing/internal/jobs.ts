import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Hourly; what one round misses the next one finds. */
export const endGraceJob = defineJob('end-grace', z.object({}), {
  queue: 'exclusive',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 1800,
});
