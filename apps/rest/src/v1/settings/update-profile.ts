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
    'Replaces all fields. A changed `email` is answered as `pending_email` and takes effect when the links mailed to the old and to the new address were both followed; no password is asked. Sending the present address cancels `pending_email`. Changing or cancelling needs a session: with a token, `email` must be the present or the pending address.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: { required: true, content: { 'application/json': { schema: profileBody, example: profileExample } } } },
  responses: {
    200: { description: 'Saved.', content: { 'application/json': { schema: wireProfile } } },
    ...errorResponses(...bodyErrors, ...memberErrors, 'session_required', 'rate_limited'),
  },
});

export const serveUpdateProfile = (app: RestRouter): void => {
  app.openapi(route, async (c) => c.json(toWireProfile(await updateProfile(c.get('org'), toProfileInput(c.req.valid('json')))), 200));
};
