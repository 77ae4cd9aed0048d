import { createRoute, z } from '@hono/zod-openapi';
import { credentialLifetimes } from '@notafter/domain';
import { addApiKey } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { strictBody } from '../../wire/fields.ts';
import { apiKeyShape, toWireApiKey } from './api-key-wire.ts';
import { credentialName } from './token-wire.ts';

const LIFETIME_MESSAGE = 'must be 30, 90, 180, 365 or null';
const flag = () => z.boolean('must be true or false');

const body = strictBody({
  name: credentialName(),
  expiresIn: z
    .literal(credentialLifetimes, LIFETIME_MESSAGE)
    .default(null)
    .openapi({
      type: ['integer', 'null'],
      enum: [...credentialLifetimes],
      description: 'Days until it expires; null, the default, for never.',
      example: 90,
    }),
  permissions: strictBody({ read: flag(), write: flag(), delete: flag().default(false) })
    .refine((chosen) => chosen.read || chosen.write || chosen.delete, 'Choose at least one permission.')
    .default({ read: true, write: false, delete: false })
    .openapi({
      description:
        'Read views. Write adds, imports, checks, tags and discovers certificates, and edits environments. Delete deletes certificates and environments. None includes another; read alone by default.',
    }),
}).openapi('NewApiKey');

const answer = z
  .object({
    api_key: z.object({
      ...apiKeyShape,
      key: z.string().openapi({
        description: 'The secret. It is answered here and never again.',
        example: 'nak_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAx3Kd',
      }),
    }),
  })
  .openapi('NewApiKeyAnswer');

const example = { name: 'Status page', expiresIn: 90, permissions: { read: true, write: false, delete: false } };

const route = createRoute({
  method: 'post',
  path: '/v1/api-keys',
  operationId: 'addApiKey',
  tags: ['Settings'],
  summary: 'Create an API key',
  description: 'It belongs to the organization and outlives who made it. At most 100 active ones, where the plan has API keys.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: { required: true, content: { 'application/json': { schema: body, example } } } },
  responses: {
    200: { description: 'Created.', content: { 'application/json': { schema: answer } } },
    ...errorResponses(...bodyErrors, ...adminErrors, 'api_keys_plan', 'api_key_limit'),
  },
});

export const serveAddApiKey = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { apiKey, secret } = await addApiKey(c.get('org'), c.req.valid('json'));
    return c.json({ api_key: { ...toWireApiKey(apiKey), key: secret } }, 200);
  });
};
