import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Processes time-based alerts. What one round misses the next one finds, so it is not retried. */
export const sweepAlertsJob = defineJob('sweep-alerts', z.object({}), {
  queue: 'exclusive',
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 1800,
  heartbeatSeconds: 10,
});

/** Mails one operator. Retries cover about five hours of a failing mail server. */
export const sendOperatorAlertJob = defineJob(
  'send-operator-alert',
  z.object({ operatorAlertId: idInput<'operator-alert'>(), to: z.string() }),
  { queue: 'standard', retryLimit: 14, retryDelaySeconds: 5, retryDelayMaxSeconds: 3600, expireInSeconds: 120 },
);

/** Daily. */
export const maintainAlertsJob = defineJob('maintain-alerts', z.object({}), {
  queue: 'exclusive',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 1800,
});
