import { createRoute } from '@hono/zod-openapi';
import { leaveOrganization, stepDown } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { emailField, strictBody } from '../../wire/fields.ts';
import { takes } from '../../wire/media.ts';
import { saysMessage } from '../../wire/message.ts';

const STEPPED_DOWN = 'You are a viewer now';
const LEFT = 'Account deleted';

const stepDownRoute = createRoute({
  method: 'post',
  path: '/v1/profile/step-down',
  operationId: 'stepDown',
  tags: ['Settings'],
  summary: 'Become a viewer',
  description: 'For admins. The last admin cannot step down.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: { 200: saysMessage(STEPPED_DOWN), ...errorResponses(...adminErrors, 'last_admin') },
});

const leaveRoute = createRoute({
  method: 'post',
  path: '/v1/profile/leave',
  operationId: 'leaveOrganization',
  tags: ['Settings'],
  summary: 'Leave the organization',
  description:
    'Deletes your account with its sessions, tokens and passkeys; the certificates stay with the organization. Type your `email` to confirm. The last admin cannot leave.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: takes(strictBody({ email: emailField() }).openapi('Leave'), { email: 'ada@example.com' }) },
  responses: { 200: saysMessage(LEFT), ...errorResponses(...bodyErrors, ...memberErrors, 'last_admin') },
});

export const serveMembership = (app: RestRouter): void => {
  app.openapi(stepDownRoute, async (c) => {
    await stepDown(c.get('org'));
    return c.json({ message: STEPPED_DOWN }, 200);
  });
  app.openapi(leaveRoute, async (c) => {
    await leaveOrganization(c.get('org'), c.req.valid('json'));
    c.env.session.clear();
    return c.json({ message: LEFT }, 200);
  });
};
