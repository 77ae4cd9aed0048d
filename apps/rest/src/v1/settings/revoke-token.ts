import { createRoute } from '@hono/zod-openapi';
import { revokeToken } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { saysMessage } from '../../wire/message.ts';
import { tokenParameters } from './token-wire.ts';

const REVOKED = 'Token revoked.';

const route = createRoute({
  method: 'delete',
  path: '/v1/tokens/{id}',
  operationId: 'revokeToken',
  tags: ['Settings'],
  summary: 'Revoke a token',
  description: 'Immediately and permanently. A revoked token answers 404.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: tokenParameters },
  responses: { 200: saysMessage(REVOKED), ...errorResponses(...memberErrors, 'cross_site', 'token_not_found') },
});

export const serveRevokeToken = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      await revokeToken(c.get('org'), c.req.valid('param'));
      return c.json({ message: REVOKED }, 200);
    },
    refuseBadInputOr('token_not_found'),
  );
};
