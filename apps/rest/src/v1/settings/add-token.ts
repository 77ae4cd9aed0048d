import { createRoute, z } from '@hono/zod-openapi';
import { addToken } from '@notafter/features';
import { bodyErrors, errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { strictBody } from '../../wire/fields.ts';
import { credentialName, credentialShape, lifetimeField, toWireToken } from './token-wire.ts';

const body = strictBody({ name: credentialName(), expiresIn: lifetimeField() }).openapi('NewToken');

const answer = z
  .object({
    token: z.object({
      ...credentialShape,
      value: z.string().openapi({
        description: 'The secret. It is answered here and never again.',
        example: 'nat_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAx3Kd',
      }),
    }),
  })
  .openapi('NewTokenAnswer');

const route = createRoute({
  method: 'post',
  path: '/v1/tokens',
  operationId: 'addToken',
  tags: ['Settings'],
  summary: 'Create a token',
  description: 'It acts as you, with your present role, and ends with you or when it expires. At most 50 active ones.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    body: { required: true, content: { 'application/json': { schema: body, example: { name: 'Deploy script', expiresIn: 90 } } } },
  },
  responses: {
    200: { description: 'Created.', content: { 'application/json': { schema: answer } } },
    ...errorResponses(...bodyErrors, ...memberErrors, 'token_limit'),
  },
});

export const serveAddToken = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { token, secret } = await addToken(c.get('org'), c.req.valid('json'));
    return c.json({ token: { ...toWireToken(token), value: secret } }, 200);
  });
};
