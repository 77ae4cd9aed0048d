import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Mails one of the two links of an email change, retried as long as other links; a link that ended in the meantime is not sent. */
export const sendEmailChangeMailJob = defineJob(
  'send-email-change-mail',
  z.object({ changeId: idInput<'email-change'>(), side: z.enum(['old', 'new']) }),
  { queue: 'standard', retryLimit: 14, retryDelaySeconds: 5, retryDelayMaxSeconds: 3600, expireInSeconds: 120 },
);
