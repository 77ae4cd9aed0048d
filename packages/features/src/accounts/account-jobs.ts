import { securityEvents } from '@notafter/domain';
import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Mails one link. Retries cover about five hours of a failing mail server; a link that ended in the meantime is not sent. */
export const sendAccountMailJob = defineJob('send-account-mail', z.object({ linkId: idInput<'one-time-link'>() }), {
  queue: 'standard',
  retryLimit: 14,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
  expireInSeconds: 120,
});

/**
 * Notifies a person by mail of a change to their account. `to` is the previous address if the change replaced it. The payload
 * is the change itself, since no row stores it.
 */
export const sendSecurityNoticeJob = defineJob(
  'send-security-notice',
  z.object({
    noticeId: z.uuid(),
    userId: idInput<'user'>(),
    to: z.string().nullable(),
    event: z.enum(securityEvents),
    at: z.iso.datetime(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
  }),
  { queue: 'standard', retryLimit: 14, retryDelaySeconds: 5, retryDelayMaxSeconds: 3600, expireInSeconds: 120 },
);

/** Daily. */
export const purgeExpiredJob = defineJob('purge-expired', z.object({}), {
  queue: 'exclusive',
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireInSeconds: 600,
});
