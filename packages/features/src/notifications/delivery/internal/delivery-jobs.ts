import { channelTypes, SHARDS } from '@notafter/domain';
import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';

/**
 * Sends what is due in one shard. The queues are the schedule: a lost job loses nothing, so it is not retried. Several workers
 * may work on one shard, so that nothing waits until the loss of a dead worker's job is noticed.
 */
export const deliverSliceJob = defineJob(
  'deliver-slice',
  z.object({
    shard: z
      .int()
      .min(0)
      .max(SHARDS - 1),
  }),
  { queue: 'short', retryLimit: 0, retryDelaySeconds: 0, expireInSeconds: 900, heartbeatSeconds: 20 },
);

/** Notifies one admin by mail that a channel, the status page, the escalation address or a webhook endpoint is paused. */
export const sendChannelNoticeJob = defineJob(
  'send-channel-notice',
  z.object({
    userId: idInput<'user'>(),
    channel: z.union([
      z.enum([...channelTypes, 'status_page', 'escalation']),
      z.templateLiteral([z.enum(channelTypes), ':', z.string()]),
      z.templateLiteral(['endpoint:', z.string()]),
    ]),
  }),
  { queue: 'standard', retryLimit: 10, retryDelaySeconds: 30, retryDelayMaxSeconds: 3600, expireInSeconds: 120 },
);
