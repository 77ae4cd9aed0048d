import { createRoute, z } from '@hono/zod-openapi';
import { DomainError } from '@notafter/domain';
import { type CertificateSelection, SELECTION_MAX } from '@notafter/domain/inputs';
import { removeCertificates } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { strictBody } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';
import { wireId } from '../../wire/parameters.ts';
import { filterParameters, toFilter } from './list-filter.ts';

const CHOOSE = 'Send either ids or filter.';

const body = strictBody({
  ids: z
    .array(wireId<'certificate'>('must be a text'), 'must be a list of ids')
    .min(1, 'Choose at least one certificate.')
    .max(SELECTION_MAX, `has at most ${SELECTION_MAX} ids`)
    .optional()
    .openapi({ type: 'array', items: { type: 'string', format: 'uuid' }, description: 'Ids that are not yours are skipped.' }),
  filter: strictBody({ search: filterParameters.search, status: filterParameters.status })
    .optional()
    .openapi({ description: 'Every certificate that `GET /v1/certificates` lists for it. `{}` selects all.' }),
}).openapi('CertificateSelection');

const toSelection = ({ ids, filter }: z.infer<typeof body>): CertificateSelection => {
  if (ids !== undefined && filter === undefined) return { ids };
  if (ids === undefined && filter !== undefined) {
    const { search, status } = toFilter(filter);
    return { filter: { search, status } };
  }
  throw new DomainError('invalid_input', { details: [{ path: 'ids', message: CHOOSE }] });
};

const route = createRoute({
  method: 'post',
  path: '/v1/certificates/bulk-delete',
  operationId: 'removeCertificates',
  tags: ['Certificates'],
  summary: 'Delete several certificates',
  description: `Ends their monitoring and removes their history. ${CHOOSE}`,
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: takes(body, { ids: ['01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10'] }) },
  responses: {
    200: answers('How many were deleted.', z.object({ deleted: z.int().openapi({ example: 12 }) }).openapi('DeletedCertificates')),
    ...errorResponses(...bodyErrors, ...adminErrors, 'search_invalid'),
  },
});

export const serveBulkDelete = (app: RestRouter): void => {
  app.openapi(route, async (c) => c.json(await removeCertificates(c.get('org'), toSelection(c.req.valid('json'))), 200));
};
