import { createRoute, z } from '@hono/zod-openapi';
import { brandId, certificateStatuses, type EnvironmentId, isUuid, TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH } from '@notafter/domain';
import { LIST_LIMIT_DEFAULT, type ListCertificatesInput } from '@notafter/domain/inputs';
import { listCertificates } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { cursorParameter, limitParameter, nextCursor, searchParameter } from '../../wire/parameters.ts';
import { toWireCertificate, wireCertificate } from './certificate-wire.ts';

/** What the unpaged form answers at most; beyond it the answer carries a cursor. */
const UNPAGED_MAX = 10_000;
const SEARCH_MAX_LENGTH = 200;
const TAG_MAX_LENGTH = TAG_NAME_MAX_LENGTH + 1 + TAG_VALUE_MAX_LENGTH;

const statuses = ['all', ...certificateStatuses, 'unreachable', 'healthy'] as const;

const query = z.object({
  search: searchParameter(
    SEARCH_MAX_LENGTH,
    'Part of the domain or of the issuer; also `tag:production`, `tag:team=web`, `env:`, `owner:`, `team:`, `source:`, `issuer:`, `domain:` and `expires:<30d` or `expires:>=2027-01-31`, with quotation marks around values that hold blanks.',
  ),
  status: z
    .enum(statuses, `must be one of ${statuses.join(', ')}`)
    .optional()
    .openapi({ description: '`healthy` is an older word for `valid`.', param: { name: 'status', in: 'query' } }),
  environment_id: z
    .string('must be given once')
    .refine(isUuid, 'is not a valid id')
    .transform((id): EnvironmentId => brandId(id.toLowerCase()))
    .optional()
    .openapi({ format: 'uuid', description: 'Certificates of one environment.', param: { name: 'environment_id', in: 'query' } }),
  tag: searchParameter(TAG_MAX_LENGTH, "A tag's value, its name, or `name=value`, whole and in any case.", 'tag'),
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
  description: 'Sorted by expiration, soonest first.',
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
    ...errorResponses('invalid_input', 'search_invalid', ...memberErrors),
  },
});

const toInput = ({ search, status, environment_id, tag, limit, cursor }: z.infer<typeof query>): ListCertificatesInput => ({
  search: search ?? '',
  status: status === 'healthy' ? 'valid' : (status ?? 'all'),
  environmentId: environment_id,
  tag: tag || undefined,
  sort: 'expires',
  order: 'asc',
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
