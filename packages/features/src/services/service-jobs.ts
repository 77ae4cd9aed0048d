import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Each minute: looks at every service and at what the clouds have. */
export const lookAtServicesJob = defineJob('look-at-services', z.object({}), {
  queue: 'exclusive',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 300,
});

/** Each minute: begins backups that are due, and says which are missing. */
export const sweepBackupsJob = defineJob('sweep-backups', z.object({}), {
  queue: 'exclusive',
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 300,
});

/** Mails the access to a service that is up. Retries cover about five hours of a failing mail server. */
export const sendServiceReadyJob = defineJob('send-service-ready', z.object({ id: idInput<'service'>() }), {
  queue: 'standard',
  retryLimit: 14,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
  expireInSeconds: 120,
});
