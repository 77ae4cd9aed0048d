import { createRoute, z } from '@hono/zod-openapi';
import { listAuditLog } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { cursorParameter, limitParameter, nextCursor } from '../../wire/parameters.ts';
import { filterParameters, toFilter, toWireAuditEntry, wireAuditEntry } from './audit-wire.ts';

const DEFAULT_LIMIT = 50;

const route = createRoute({
  method: 'get',
  path: '/v1/audit',
  operationId: 'listAuditLog',
  tags: ['Audit'],
  summary: 'List the audit log',
  description: 'What was done in the organization, newest first, kept for 400 days. For admins.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    query: z.object({
      limit: limitParameter(`Entries a page, ${DEFAULT_LIMIT} by default.`),
      cursor: cursorParameter(),
      ...filterParameters,
    }),
  },
  responses: {
    200: {
      description: 'One page.',
      content: {
        'application/json': { schema: z.object({ audit_log: z.array(wireAuditEntry), next_cursor: nextCursor() }).openapi('AuditLog') },
      },
    },
    ...errorResponses('invalid_input', 'forbidden', ...memberErrors),
  },
});

export const serveListAudit = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { limit = DEFAULT_LIMIT, cursor, ...asked } = c.req.valid('query');
    const page = await listAuditLog(c.get('org'), { ...toFilter(asked), limit, cursor });
    return c.json({ audit_log: page.entries.map(toWireAuditEntry), next_cursor: page.nextCursor }, 200);
  });
};
