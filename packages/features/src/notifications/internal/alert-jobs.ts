import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Looks at what the passing of time brings up. What one round misses the next one finds, so it is not retried. */
export const sweepAlertsJob = defineJob('sweep-alerts', z.object({}), {
  queue: 'exclusive',
  retryLimit: 0,
  retryDelaySeconds: 0,
  expireInSeconds: 1800,
  heartbeatSeconds: 10,
});

/** Brings one organisation's ledger to what its settings now are; `short`, because a change during a round needs another one. */
export const reviewAlertsJob = defineJob('review-alerts', z.object({ orgId: idInput<'organization'>() }), {
  queue: 'short',
  retryLimit: 10,
  retryDelaySeconds: 2,
  retryDelayMaxSeconds: 600,
  expireInSeconds: 1800,
  heartbeatSeconds: 20,
});

/** Mails one operator, over some five hours of a silent mail server. */
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
