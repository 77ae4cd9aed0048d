import { createRoute, z } from '@hono/zod-openapi';
import { rotateSigningSecret } from '@notafter/features';
import { adminErrors, errorResponses } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { answers } from '../../../wire/media.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/notifications/channels/webhook/rotate-secret',
  operationId: 'rotateSigningSecret',
  tags: ['Notifications'],
  summary: 'Rotate the signing secret of the webhook',
  description: 'For 24 hours we sign with both secrets, so that your receiver can change over without losing an alert.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: answers(
      'The new secret.',
      z
        .object({
          signing_secret: z.string().openapi({
            description: 'It is answered here and never again.',
            example: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
          }),
        })
        .openapi('SigningSecret'),
    ),
    ...errorResponses(...adminErrors, 'channel_incomplete'),
  },
});

export const serveRotateSigningSecret = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { signingSecret } = await rotateSigningSecret(c.get('org'));
    return c.json({ signing_secret: signingSecret }, 200);
  });
};
