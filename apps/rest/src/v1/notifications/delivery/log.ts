import { createRoute, z } from '@hono/zod-openapi';
import { channelTypes } from '@notafter/domain';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { type LogEntry, listNotificationLog } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { instant, rowId } from '../../../wire/fields.ts';
import { cursorParameter, limitParameter, nextCursor } from '../../../wire/parameters.ts';

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

const toRow = ({ domain, message, channel, sentAt, acknowledged, id, escalated }: LogEntry): z.infer<typeof row> => [
  domain ?? 'Test',
  message,
  channel,
  sentAt?.toISOString() ?? null,
  acknowledged,
  id,
  escalated,
];

const route = createRoute({
  method: 'get',
  path: '/v1/notifications/log',
  operationId: 'listNotificationLog',
  tags: ['Notifications'],
  summary: 'List notifications',
  description:
    'One row per alert and channel, newest first. Each row is an array, its places in this order: certificate, message, channel type, sent at, acknowledged, id, escalated.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    query: z.object({
      limit: limitParameter(`Rows a page, ${LIST_LIMIT_DEFAULT} by default.`),
      cursor: cursorParameter(),
    }),
  },
  responses: {
    200: {
      description: 'One page.',
      content: {
        'application/json': { schema: z.object({ notification_log: z.array(row), next_cursor: nextCursor() }).openapi('NotificationLog') },
      },
    },
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

export const serveNotificationLog = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const { entries, nextCursor: next } = await listNotificationLog(c.get('org'), { limit: limit ?? LIST_LIMIT_DEFAULT, cursor });
    return c.json({ notification_log: entries.map(toRow), next_cursor: next }, 200);
  });
};
