import { createRoute } from '@hono/zod-openapi';
import { inviteUser } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { emailField, nameField, strictBody } from '../../wire/fields.ts';
import { invitationAnswer, roleField, toWireInvitation } from './team-wire.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/users/invite',
  operationId: 'inviteUser',
  tags: ['Team'],
  summary: 'Invite somebody to the organization',
  description:
    'Mails a link that is valid for 7 days. An open invitation takes a seat; inviting an address again replaces its invitation. Where the plan has a team.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: strictBody({
            email: emailField(),
            first_name: nameField(),
            last_name: nameField(),
            role: roleField().optional().openapi({ description: 'viewer by default.' }),
          }).openapi('NewInvitation'),
          example: { email: 'maren@example.com', first_name: 'Maren', last_name: 'Voss', role: 'viewer' },
        },
      },
    },
  },
  responses: {
    200: { description: 'Invited.', content: { 'application/json': { schema: invitationAnswer } } },
    ...errorResponses(...bodyErrors, ...adminErrors, 'team_plan', 'user_limit', 'user_exists', 'rate_limited'),
  },
});

export const serveInviteUser = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { email, first_name: firstName, last_name: lastName, role = 'viewer' } = c.req.valid('json');
    const { invitation } = await inviteUser(c.get('org'), { email, firstName, lastName, role });
    return c.json({ message: 'User invited successfully!', invitation: toWireInvitation(invitation) }, 200);
  });
};
