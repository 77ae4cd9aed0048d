import { createRoute } from '@hono/zod-openapi';
import { acceptInvitation } from '@notafter/features';
import { bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import type { RestRouter } from '../../rest-environment.ts';
import { accountBody, emailField, passwordField, textField } from '../../wire/fields.ts';
import { saysMessage } from '../../wire/message.ts';
import { wireId } from '../../wire/parameters.ts';

const BLANK = 'Please fill out all fields.';
const CODE_MAX_LENGTH = 200;

const route = createRoute({
  method: 'post',
  path: '/v1/teams/create_password',
  operationId: 'acceptInvitation',
  tags: ['Team'],
  summary: 'Accept an invitation',
  description:
    'Creates the account of an invitation with this password, active immediately. Email, org_id and code are in the mailed address.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: accountBody({
            email: emailField(),
            password: passwordField(),
            org_id: wireId<'organization'>(BLANK).openapi({ format: 'uuid' }),
            code: textField(BLANK).trim().min(1, BLANK).max(CODE_MAX_LENGTH, `has at most ${CODE_MAX_LENGTH} characters`),
          }).openapi('InvitationAcceptance'),
          example: {
            email: 'maren@example.com',
            password: 'correct horse battery',
            org_id: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10',
            code: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10.Yx3k',
          },
        },
      },
    },
  },
  responses: {
    200: saysMessage('Account successfully created and activated. Redirecting to login page...'),
    ...errorResponses(
      ...bodyErrors,
      'invitation_used',
      'password_too_short',
      'password_too_common',
      'organization_disabled',
      'team_plan',
      'user_limit',
      'invitation_not_found',
      'user_exists',
      'rate_limited',
    ),
  },
});

export const serveAcceptInvitation = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { email, password, org_id: orgId, code } = c.req.valid('json');
    return c.json(await acceptInvitation(c.env.request, { email, password, orgId, code }), 200);
  });
};
