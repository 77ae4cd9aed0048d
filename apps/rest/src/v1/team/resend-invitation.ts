import { createRoute } from '@hono/zod-openapi';
import { resendInvitation } from '@notafter/features';
import { adminErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { invitationAnswer, invitationParameters, toWireInvitation } from './team-wire.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/users/invitations/{id}/resend',
  operationId: 'resendInvitation',
  tags: ['Team'],
  summary: 'Mail an invitation again',
  description: 'It is valid for another 7 days; the link of an earlier mail works too.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: invitationParameters },
  responses: {
    200: { description: 'On its way again.', content: { 'application/json': { schema: invitationAnswer } } },
    ...errorResponses(...adminErrors, 'team_plan', 'user_limit', 'invitation_not_open', 'user_exists', 'rate_limited'),
  },
});

export const serveResendInvitation = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { invitation } = await resendInvitation(c.get('org'), c.req.valid('param'));
      return c.json({ message: 'Invitation sent again', invitation: toWireInvitation(invitation) }, 200);
    },
    refuseBadInputOr('invitation_not_open'),
  );
};
