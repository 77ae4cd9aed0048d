import { z } from '@hono/zod-openapi';
import { eventTypes, isEndpointAddress } from '@notafter/domain';
import type { WebhookDelivery } from '@notafter/features';
import { instant, lineField, rowId, strictBody, textField } from '../../../wire/fields.ts';
import { nextCursor } from '../../../wire/parameters.ts';

const ADDRESS = 'Enter the whole address, https:// included.';

const name = () => lineField(100, 'Enter a name.').openapi({ example: 'Deploy bot' });
const url = () =>
  lineField(2000, ADDRESS)
    .refine(isEndpointAddress, ADDRESS)
    .openapi({ description: 'A masked value that comes back keeps what is stored.' });
const types = () =>
  z
    .array(z.enum(eventTypes, `must be one of ${eventTypes.join(', ')}`), 'must be a list of types')
    .min(1, 'Choose at least one type.')
    .max(100);

export const endpointToAdd = strictBody({ name: name(), url: url(), types: types(), enabled: z.boolean().optional() }).openapi(
  'WebhookEndpointToAdd',
);
export const endpointToUpdate = strictBody({
  name: name().optional(),
  url: url().optional(),
  types: types().optional(),
  enabled: z.boolean('must be true or false').optional(),
}).openapi('WebhookEndpointToUpdate');

export const failedSince = strictBody({
  since: z.iso
    .datetime({ offset: true, error: 'must be an instant such as 2026-12-04T08:00:00Z' })
    .transform((text) => new Date(text))
    .openapi({ type: 'string', format: 'date-time', example: '2026-12-04T08:00:00Z' }),
}).openapi('FailedEventsToResend');

export const wireEndpoint = z
  .object({
    id: rowId(),
    name: z.string().openapi({ example: 'Deploy bot' }),
    url: z.string().openapi({ description: 'Masked: its last characters.', example: '••••fter' }),
    types: z.array(z.enum(eventTypes)),
    enabled: z.boolean(),
    state: z.enum(['active', 'disabled', 'paused', 'not_in_plan']).openapi({
      description: '`paused`: the receiver answered 410 or took nothing for three days. A save or a test that arrives resumes it.',
    }),
    paused_reason: z.string().nullable(),
    failing_since: instant().nullable(),
    created_at: instant(),
  })
  .openapi('WebhookEndpoint');

const wireDelivery = z
  .object({
    event_id: rowId(),
    type: z.enum(eventTypes),
    timestamp: instant().openapi({ description: "The event's." }),
    state: z.enum(['pending', 'sending', 'sent', 'dead', 'cancelled']),
    attempts: z.int().openapi({ example: 1 }),
    status: z.int().nullable().openapi({ description: 'What the receiver answered last.', example: 200 }),
    duration_ms: z.int().nullable().openapi({ description: 'Of the last attempt.', example: 120 }),
    reason: z.string().nullable().openapi({ description: 'Why the last attempt failed; one short line of text.', example: null }),
    sent_at: instant().nullable(),
    next_attempt_at: instant().nullable(),
  })
  .openapi('WebhookDelivery');

export const deliveryPage = z.object({ deliveries: z.array(wireDelivery), next_cursor: nextCursor() }).openapi('WebhookDeliveryList');

export const webhookDeliveryOf = ({ occurredAt, ...delivery }: WebhookDelivery) => ({ ...delivery, timestamp: occurredAt });

export const wireSecret = () =>
  textField().openapi({ description: 'It is answered here and never again.', example: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' });
