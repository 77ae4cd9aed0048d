import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Sends every report that is due. The rows hold the retries. */
export const sendReportsJob = defineJob('send-reports', z.object({}), {
  queue: 'exclusive',
  retryLimit: 2,
  retryDelaySeconds: 30,
  expireInSeconds: 3000,
  heartbeatSeconds: 60,
});

/** Asks one recipient. Retries cover about five hours of a failing mail server. */
export const sendReportConfirmationJob = defineJob('send-report-confirmation', z.object({ recipientId: idInput<'report-recipient'>() }), {
  queue: 'standard',
  retryLimit: 14,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
  expireInSeconds: 120,
});
