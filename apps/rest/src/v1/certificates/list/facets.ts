import { createRoute, z } from '@hono/zod-openapi';
import { getFacets } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { rowId } from '../../../wire/fields.ts';
import { answers } from '../../../wire/media.ts';

const wireFacets = z
  .object({
    environments: z
      .array(z.object({ id: rowId(), name: z.string().openapi({ example: 'Production' }) }).openapi('EnvironmentFacet'))
      .openapi({ description: 'By name.' }),
    tags: z
      .array(
        z
          .object({
            tag: z.string().openapi({ description: '`name=value`.', example: 'team=web' }),
            count: z.int().openapi({ example: 12 }),
          })
          .openapi('TagFacet'),
      )
      .openapi({ description: 'The most frequent first, at most 100. Counted among the 5,000 tagged certificates that expire first.' }),
  })
  .openapi('CertificateFacets');

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/facets',
  operationId: 'getFacets',
  tags: ['Certificates'],
  summary: 'Get the filters of the list',
  description: 'The environments and tags that `GET /v1/certificates` can filter by.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: { 200: answers('The filters.', wireFacets), ...errorResponses(...memberErrors) },
});

export const serveFacets = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { environments, tags } = await getFacets(c.get('org'));
    return c.json({ environments: environments.map(({ id, name }) => ({ id, name })), tags: [...tags] }, 200);
  });
};
