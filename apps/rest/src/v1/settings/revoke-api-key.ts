import { createRoute } from '@hono/zod-openapi';
import { revokeApiKey } from '@notafter/features';
import { adminErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { saysMessage } from '../../wire/message.ts';
import { apiKeyParameters } from './api-key-wire.ts';

const REVOKED = 'API key revoked.';

const route = createRoute({
  method: 'delete',
  path: '/v1/api-keys/{id}',
  operationId: 'revokeApiKey',
  tags: ['Settings'],
  summary: 'Revoke an API key',
  description: 'Immediately and permanently, on every plan. A revoked key answers 404.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: apiKeyParameters },
  responses: { 200: saysMessage(REVOKED), ...errorResponses(...adminErrors, 'api_key_not_found') },
});

export const serveRevokeApiKey = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      await revokeApiKey(c.get('org'), c.req.valid('param'));
      return c.json({ message: REVOKED }, 200);
    },
    refuseBadInputOr('api_key_not_found'),
  );
};
