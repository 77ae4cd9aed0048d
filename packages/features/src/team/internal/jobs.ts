import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/** Mails one invitation. Retries cover about five hours of a failing mail server. */
export const sendInvitationMailJob = defineJob('send-invitation-mail', z.object({ invitationId: idInput<'invitation'>() }), {
  queue: 'standard',
  retryLimit: 14,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
  expireInSeconds: 120,
});
