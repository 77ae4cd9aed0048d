import { createRoute, z } from '@hono/zod-openapi';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { listCertificates } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { cursorParameter, limitParameter, nextCursor } from '../../../wire/parameters.ts';
import { toWireCertificate, wireCertificate } from '../certificate-wire.ts';
import { filterParameters, orderParameters, toFilter, toOrder } from './list-filter.ts';

const query = z.object({
  ...filterParameters,
  ...orderParameters,
  limit: limitParameter(`Rows a page, ${LIST_LIMIT_DEFAULT} by default.`),
  cursor: cursorParameter(),
});

const route = createRoute({
  method: 'get',
  path: '/v1/certificates',
  operationId: 'listCertificatePages',
  tags: ['Certificates'],
  summary: 'List certificates by pages',
  description: 'Sorted by expiration, soonest first, unless `sort` says otherwise.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { query },
  responses: {
    200: {
      description: 'One page.',
      content: {
        'application/json': {
          schema: z
            .object({
              certificates: z.array(wireCertificate),
              total: z.int().openapi({ description: 'Matching rows in all.', example: 1 }),
              total_capped: z.boolean().openapi({ description: 'With a search: there are more than `total`.' }),
              next_cursor: nextCursor(),
            })
            .openapi('CertificatePage'),
        },
      },
    },
    ...errorResponses('invalid_input', 'search_invalid', 'target_invalid', 'target_wildcard', ...memberErrors),
  },
});

export const serveListCertificatePages = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { limit = LIST_LIMIT_DEFAULT, cursor, ...asked } = c.req.valid('query');
    const input = { ...toFilter(asked), ...toOrder(asked), page: 'first', limit, cursor } as const;
    const { certificates, total, totalCapped, nextCursor: next } = await listCertificates(c.get('org'), input);
    return c.json({ certificates: certificates.map(toWireCertificate), total, total_capped: totalCapped, next_cursor: next }, 200);
  });
};
