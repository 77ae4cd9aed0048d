import { createRoute, z } from '@hono/zod-openapi';
import { LIST_LIMIT_DEFAULT, type ListCertificatesInput } from '@notafter/domain/inputs';
import { listCertificates } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { cursorParameter, limitParameter, nextCursor } from '../../../wire/parameters.ts';
import { toWireCertificate, wireCertificate } from '../certificate-wire.ts';
import { filterParameters, orderParameters, toFilter, toOrder } from './list-filter.ts';

/** Rows without paging parameters at most; beyond it the response has a cursor. */
const UNPAGED_MAX = 10_000;
const query = z.object({
  ...filterParameters,
  ...orderParameters,
  limit: limitParameter(
    `Rows a page. Without \`limit\` and \`cursor\` all rows are answered, up to 10,000; with \`cursor\` alone ${LIST_LIMIT_DEFAULT}.`,
  ),
  cursor: cursorParameter(),
});

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/list',
  operationId: 'listCertificates',
  tags: ['Certificates'],
  summary: 'List certificates',
  description: 'Sorted by expiration, soonest first, unless `sort` says otherwise.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { query },
  responses: {
    200: {
      description: 'The certificates and the plan in force.',
      content: {
        'application/json': {
          schema: z
            .object({
              certificates: z.array(wireCertificate),
              plan: z.string().openapi({ example: 'Forever Free' }),
              total: z.int().openapi({ description: 'Matching rows in all.', example: 1 }),
              total_capped: z.boolean().openapi({ description: 'With a search: there are more than `total`.' }),
              next_cursor: nextCursor(),
            })
            .openapi('CertificateList'),
        },
      },
    },
    ...errorResponses('invalid_input', 'search_invalid', 'target_invalid', 'target_wildcard', ...memberErrors),
  },
});

const toInput = ({ limit, cursor, ...asked }: z.infer<typeof query>): ListCertificatesInput => ({
  ...toFilter(asked),
  ...toOrder(asked),
  page: 'first',
  limit: limit ?? (cursor === undefined ? UNPAGED_MAX : LIST_LIMIT_DEFAULT),
  cursor,
});

export const serveListCertificates = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { certificates, plan, total, totalCapped, nextCursor } = await listCertificates(c.get('org'), toInput(c.req.valid('query')));
    return c.json(
      { certificates: certificates.map(toWireCertificate), plan, total, total_capped: totalCapped, next_cursor: nextCursor },
      200,
    );
  });
};
