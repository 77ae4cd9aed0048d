import { createRoute } from '@hono/zod-openapi';
import { getProfile } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { toWireProfile, wireProfile } from './profile-wire.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/profile',
  operationId: 'getProfile',
  tags: ['Settings'],
  summary: 'Read your profile',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: { description: 'Your own.', content: { 'application/json': { schema: wireProfile } } },
    ...errorResponses(...memberErrors),
  },
});

export const serveGetProfile = (app: RestRouter): void => {
  app.openapi(route, async (c) => c.json(toWireProfile(await getProfile(c.get('org'))), 200));
};
