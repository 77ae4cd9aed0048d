import { createRoute } from '@hono/zod-openapi';
import { revokeInvitation } from '@notafter/features';
import { adminErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { saysMessage } from '../../wire/message.ts';
import { invitationParameters } from './team-wire.ts';

const REVOKED = 'Invitation revoked';

const route = createRoute({
  method: 'delete',
  path: '/v1/users/invitations/{id}',
  operationId: 'revokeInvitation',
  tags: ['Team'],
  summary: 'Take an invitation back',
  description: 'Its link stops working and its seat is free.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: invitationParameters },
  responses: { 200: saysMessage(REVOKED), ...errorResponses(...adminErrors, 'invitation_not_open') },
});

export const serveRevokeInvitation = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      await revokeInvitation(c.get('org'), c.req.valid('param'));
      return c.json({ message: REVOKED }, 200);
    },
    refuseBadInputOr('invitation_not_open'),
  );
};
