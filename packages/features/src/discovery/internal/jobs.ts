import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Works on one discovery from where it stands; `short`, so that it may queue its own continuation. */
export const runDiscoveryJob = defineJob('run-discovery', z.object({ jobId: idInput<'discovery-job'>() }), {
  queue: 'short',
  retryLimit: 5,
  retryDelaySeconds: 2,
  retryDelayMaxSeconds: 30,
  expireInSeconds: 420,
  heartbeatSeconds: 20,
});

/** An organization's first search has 0; a further one this or less, and so has its own places and goes after firsts. */
export const FURTHER_DISCOVERY_PRIORITY = -1;

/** Daily. */
export const maintainDiscoveriesJob = defineJob('maintain-discoveries', z.object({}), {
  queue: 'exclusive',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 600,
});
