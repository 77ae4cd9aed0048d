import { createRoute, z } from '@hono/zod-openapi';
import { activateAccount } from '@notafter/features';
import { errorResponses } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, readsOnlyByHead } from '../../../rest-environment.ts';
import { saysMessage } from '../../../wire/message.ts';
import { tokenParameter } from '../../../wire/parameters.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/accounts/activate/{token}',
  operationId: 'activateAccount',
  tags: ['Accounts'],
  summary: 'Activate an account',
  description:
    'Uses up the token of a mailed activation link. For an account that is active already it says so and signs nobody in. `HEAD` activates nothing.',
  middleware: [readsOnlyByHead] as const,
  request: { params: z.object({ token: tokenParameter() }) },
  responses: {
    200: saysMessage('Your account is active. You can sign in now.'),
    ...errorResponses('link_invalid', 'link_used', 'link_expired'),
  },
});

export const serveActivate = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => c.json(await activateAccount(c.env.request, c.req.valid('param')), 200),
    refuseBadInputOr('link_invalid'),
  );
};
