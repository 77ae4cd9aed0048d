import { createRoute, z } from '@hono/zod-openapi';
import { ORGANIZATION_NAME_MAX_LENGTH } from '@notafter/domain';
import { updateOrganization } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { lineField, rowId, savedBody } from '../../wire/fields.ts';

const organization = z.object({ id: rowId(), name: z.string().openapi({ example: 'Example Ltd' }) });

const body = savedBody(organization, { name: lineField(ORGANIZATION_NAME_MAX_LENGTH, 'Enter a name.') }).openapi('NewOrganizationName');

const answer = z.object({ organization }).openapi('OrganizationAnswer');

const route = createRoute({
  method: 'put',
  path: '/v1/organization',
  operationId: 'updateOrganization',
  tags: ['Settings'],
  summary: 'Rename the organization',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: { required: true, content: { 'application/json': { schema: body, example: { name: 'Example Ltd' } } } } },
  responses: {
    200: { description: 'Renamed.', content: { 'application/json': { schema: answer } } },
    ...errorResponses(...bodyErrors, ...adminErrors),
  },
});

export const serveUpdateOrganization = (app: RestRouter): void => {
  app.openapi(route, async (c) => c.json(await updateOrganization(c.get('org'), c.req.valid('json')), 200));
};
