import { createRoute, z } from '@hono/zod-openapi';
import { DomainError } from '@notafter/domain';
import { removeCertificates } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { strictBody } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';
import { selectionShape, toSelection } from './selection-wire.ts';

const CHOOSE = 'Send ids or filter.';

const body = strictBody(selectionShape).openapi('CertificateSelection');

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
  app.openapi(route, async (c) => {
    const selection = toSelection(c.req.valid('json'));
    // Nothing selected is not everything here: deleting all takes an explicit empty filter.
    if (selection === null) throw new DomainError('invalid_input', { details: [{ path: 'ids', message: CHOOSE }] });
    return c.json(await removeCertificates(c.get('org'), selection), 200);
  });
};
