import { createRoute } from '@hono/zod-openapi';
import { updateProfile } from '@notafter/features';
import { bodyErrors, errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { profileBody, profileExample, toProfileInput, toWireProfile, wireProfile } from './profile-wire.ts';

const route = createRoute({
  method: 'put',
  path: '/v1/profile',
  operationId: 'updateProfile',
  tags: ['Settings'],
  summary: 'Save your profile',
  description:
    'Replaces all fields. Another `email` is answered as `pending_email` and counts once the links mailed to the old and to the new address were both followed.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: { required: true, content: { 'application/json': { schema: profileBody, example: profileExample } } } },
  responses: {
    200: { description: 'Saved.', content: { 'application/json': { schema: wireProfile } } },
    ...errorResponses(...bodyErrors, ...memberErrors, 'current_password_wrong', 'rate_limited'),
  },
});

export const serveUpdateProfile = (app: RestRouter): void => {
  app.openapi(route, async (c) => c.json(toWireProfile(await updateProfile(c.get('org'), toProfileInput(c.req.valid('json')))), 200));
};
