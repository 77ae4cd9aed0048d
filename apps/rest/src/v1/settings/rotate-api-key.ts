import { createRoute, z } from '@hono/zod-openapi';
import { OVERLAP_HOURS_DEFAULT, OVERLAP_HOURS_MAX } from '@notafter/domain';
import { rotateApiKey } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { strictBody } from '../../wire/fields.ts';
import { bodyIfAny } from '../../wire/optional-body.ts';
import { apiKeyParameters, newApiKeyAnswer, toWireApiKey } from './api-key-wire.ts';

const OVERLAP_MESSAGE = `must be a whole number from 0 to ${OVERLAP_HOURS_MAX}`;

const body = strictBody({
  overlap_hours: z
    .int(OVERLAP_MESSAGE)
    .min(0, OVERLAP_MESSAGE)
    .max(OVERLAP_HOURS_MAX, OVERLAP_MESSAGE)
    .default(OVERLAP_HOURS_DEFAULT)
    .openapi({
      type: 'integer',
      minimum: 0,
      maximum: OVERLAP_HOURS_MAX,
      description: `How long the old secret still works; 0 ends it at once. ${OVERLAP_HOURS_DEFAULT} by default.`,
      example: OVERLAP_HOURS_DEFAULT,
    }),
}).openapi('ApiKeyRotation');

const route = createRoute({
  method: 'post',
  path: '/v1/api-keys/{id}/rotate',
  operationId: 'rotateApiKey',
  tags: ['Settings'],
  summary: 'Rotate an API key',
  description:
    'Creates a key with the same name, permissions, scope, addresses and lifetime, and ends the old one after the overlap. A key is rotated once; rotate its successor from then on.',
  security: [{ session: [] }],
  middleware: [signedIn, bodyIfAny] as const,
  request: {
    params: apiKeyParameters,
    body: { content: { 'application/json': { schema: body, example: { overlap_hours: OVERLAP_HOURS_DEFAULT } } } },
  },
  responses: {
    200: { description: 'Rotated; the answer holds the new key.', content: { 'application/json': { schema: newApiKeyAnswer } } },
    ...errorResponses(...bodyErrors, ...adminErrors, 'api_key_not_found', 'api_key_rotated', 'api_key_limit'),
  },
});

export const serveRotateApiKey = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      // Without a body nothing is validated, and so nothing is defaulted.
      const { overlap_hours: overlapHours = OVERLAP_HOURS_DEFAULT } = c.req.valid('json');
      const { apiKey, secret } = await rotateApiKey(c.get('org'), { ...c.req.valid('param'), overlapHours });
      return c.json({ api_key: { ...toWireApiKey(apiKey), key: secret } }, 200);
    },
    refuseBadInputOr('api_key_not_found'),
  );
};
