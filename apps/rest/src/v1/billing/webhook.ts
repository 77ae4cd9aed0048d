import { z } from '@hono/zod-openapi';
import { recordPaymentEvent } from '@notafter/features';
import { errorResponses } from '../../errors/error-responses.ts';
import type { Operation } from '../../operation.ts';
import { answers, takes } from '../../wire/media.ts';

const PATH = '/v1/billing/webhook';

const event = z.object({ id: z.string(), type: z.string(), created: z.int() }).openapi({ description: 'An event as Stripe sends it.' });

/** No validator comes before it: the signature is over the bytes as they arrived, and nothing is parsed before it is checked. */
export const recordPaymentEventOperation: Operation = {
  id: 'recordPaymentEvent',
  method: 'POST',
  path: PATH,
  useCase: recordPaymentEvent.declaration,
  forMembers: false,
  queryParameters: new Set(),
  takesBody: true,
  serve: (app) => {
    app.openAPIRegistry.registerPath({
      method: 'post',
      path: PATH,
      operationId: 'recordPaymentEvent',
      tags: ['Billing'],
      summary: 'Take a payment event',
      description:
        'For Stripe alone, which signs the body with the secret of this endpoint (`Stripe-Signature`, at most 300 s old). Events may come ' +
        'in any order and more than once. 404 where no secret is configured.',
      security: [],
      request: { body: takes(event) },
      responses: {
        200: answers('Accepted; its outcome is in the log.', z.object({ received: z.literal(true) })),
        ...errorResponses('payment_event_invalid', 'not_found', 'body_too_large'),
      },
    });
    app.post(PATH, async (c) => {
      const rawBody = new Uint8Array(await c.req.arrayBuffer());
      await recordPaymentEvent(c.env.request, { rawBody, signature: c.req.header('Stripe-Signature') ?? null });
      return c.json({ received: true }, 200);
    });
  },
};
