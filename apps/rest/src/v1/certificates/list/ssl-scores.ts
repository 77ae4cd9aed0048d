import { createRoute, z } from '@hono/zod-openapi';
import { grades } from '@notafter/domain';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { listSslScores } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { rowId } from '../../../wire/fields.ts';
import { cursorParameter, limitParameter, nextCursor } from '../../../wire/parameters.ts';

const sslScore = z
  .object({
    id: rowId(),
    domain: z.string().openapi({ example: 'example.com' }),
    score: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .openapi({ description: 'By the SSL Labs formula; null while the endpoint is unreachable.', example: 89 }),
    grade: z
      .enum(grades)
      .nullable()
      .openapi({ description: '`M`: for another name. `T`: not trusted. The score then is 0, and so it is with `F`.', example: 'A' }),
    partial: z.boolean().openapi({
      description: 'Whether the score rests on one handshake; `notafter scan` rates everything that the server offers.',
      example: true,
    }),
    reasons: z.array(z.string()).openapi({ description: 'Why the grade is not better, the worst first.', example: [] }),
    protocol: z.string().nullable().openapi({ example: 'TLSv1.3' }),
    cipher: z.string().nullable().openapi({ example: 'TLS_AES_128_GCM_SHA256' }),
    keyType: z.string().nullable().openapi({ example: 'RSA' }),
    keyBits: z.int().nullable().openapi({ example: 2048 }),
    chainValid: z
      .boolean()
      .nullable()
      .openapi({ description: 'Whether the certificate is valid for the domain now; null while unreachable.', example: true }),
  })
  .openapi('SslScore');

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/ssl-scores',
  operationId: 'listSslScores',
  tags: ['Certificates'],
  summary: 'List SSL scores',
  description: 'Each endpoint with the score of its last handshake. Sorted by domain.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    query: z.object({ limit: limitParameter(`Rows a page, ${LIST_LIMIT_DEFAULT} by default.`), cursor: cursorParameter() }),
  },
  responses: {
    200: {
      description: 'One page of scores.',
      content: {
        'application/json': {
          schema: z
            .object({ ssl_scores: z.array(sslScore), total: z.int().openapi({ example: 1 }), next_cursor: nextCursor() })
            .openapi('SslScores'),
        },
      },
    },
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

export const serveSslScores = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { limit, cursor } = c.req.valid('query');
    const { sslScores, total, nextCursor } = await listSslScores(c.get('org'), { limit: limit ?? LIST_LIMIT_DEFAULT, cursor });
    const rows = sslScores.map((row) => ({ ...row, partial: row.score !== null, reasons: [...row.reasons] }));
    return c.json({ ssl_scores: rows, total, next_cursor: nextCursor }, 200);
  });
};
