import { createRoute, z } from '@hono/zod-openapi';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { listCertificateHistory } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { cursorParameter, limitParameter, nextCursor } from '../../../wire/parameters.ts';
import { certificateParameters } from '../certificate-parameters.ts';
import { toWireHistoryEntry, wireHistoryEntry } from './history-wire.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/{id}/history',
  operationId: 'listCertificateHistory',
  tags: ['Certificates'],
  summary: 'History of a certificate',
  description: 'Newest first.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    params: certificateParameters,
    query: z.object({
      limit: limitParameter(`Rows a page, ${LIST_LIMIT_DEFAULT} by default.`),
      cursor: cursorParameter(),
    }),
  },
  responses: {
    200: {
      description: 'One page of entries.',
      content: {
        'application/json': {
          schema: z
            .object({ history: z.array(wireHistoryEntry), total: z.int().openapi({ example: 1 }), next_cursor: nextCursor() })
            .openapi('History'),
        },
      },
    },
    ...errorResponses('invalid_input', ...memberErrors, 'certificate_not_found'),
  },
});

export const serveCertificateHistory = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { limit, cursor } = c.req.valid('query');
      const input = { ...c.req.valid('param'), limit: limit ?? LIST_LIMIT_DEFAULT, cursor };
      const { history, total, nextCursor } = await listCertificateHistory(c.get('org'), input);
      return c.json({ history: history.map(toWireHistoryEntry), total, next_cursor: nextCursor }, 200);
    },
    refuseBadInputOr('certificate_not_found'),
  );
};
