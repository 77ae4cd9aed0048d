import { z } from '@hono/zod-openapi';
import { channelTypes } from '@notafter/domain';
import { listNotificationLog } from '@notafter/features';
import { operation } from '../../../operation.ts';
import { instant, rowId } from '../../../wire/fields.ts';
import { answers } from '../../../wire/media.ts';
import { nextCursor, pageParameters } from '../../../wire/parameters.ts';

const row = z
  .tuple([
    z.string().openapi({ description: 'The domain of its certificate; `Test` for a test.', example: 'example.com' }),
    z.string().openapi({ description: 'What was sent, or would be now.', example: 'example.com expires in 7 days' }),
    z.enum([...channelTypes, 'status_page']).openapi({ example: 'email' }),
    instant().nullable().openapi({ description: 'When it was sent; null where it waits or did not arrive.' }),
    z.boolean().openapi({ description: 'Acknowledged.', example: false }),
    rowId().openapi({ description: 'Its id, for the call that acknowledges it.' }),
    z.boolean().openapi({ description: 'Escalated.', example: false }),
  ])
  .openapi('NotificationLogRow', {
    example: [
      'example.com',
      'example.com expires in 7 days',
      'email',
      '2026-12-04T08:12:00.000Z',
      false,
      '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10',
      false,
    ],
  });

export const notificationLogOperation = operation(listNotificationLog, {
  method: 'get',
  path: '/v1/notifications/log',
  tag: 'Notifications',
  summary: 'List notifications',
  description:
    'One row per alert and channel, newest first. Each row is an array, its places in this order: certificate, message, channel type, sent at, acknowledged, id, escalated.',
  query: z.object(pageParameters('Rows')),
  answers: answers('One page.', z.object({ notification_log: z.array(row), next_cursor: nextCursor() }).openapi('NotificationLog')),
  // An array has no names to map by.
  view: ({ entries, ...page }) => ({
    ...page,
    notificationLog: entries.map(({ domain, message, channel, sentAt, acknowledged, id, escalated }) => [
      domain ?? 'Test',
      message,
      channel,
      sentAt?.toISOString() ?? null,
      acknowledged,
      id,
      escalated,
    ]),
  }),
});
