import { z } from '@hono/zod-openapi';
import { eventTypes } from '@notafter/domain';
import type { LoggedEvent } from '@notafter/features';
import { instant, rowId } from '../../../wire/fields.ts';

const certificate = {
  id: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10',
  domain: 'shop.example.com',
  issuer: "Let's Encrypt",
  expires_at: '2027-03-01T12:00:00.000Z',
  fingerprint_sha256: 'AA:BB:CC',
  reachable: true,
  reasons: [],
  tags: { team: 'web' },
  url: 'https://notafter.example/certificates/01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10',
};

export const wireEvent = z
  .object({
    id: rowId().openapi({ description: 'The same as `webhook-id` of its deliveries.' }),
    type: z.enum(eventTypes).openapi({ example: 'certificate.renewed' }),
    timestamp: instant(),
    data: z.record(z.string(), z.unknown()).openapi({
      description: 'As it was then. The fields of each type are those of the webhook of that name. Fields may be added.',
      example: {
        certificate,
        previous: { fingerprint_sha256: 'DD:EE:FF', issuer: "Let's Encrypt", expires_at: '2026-12-04T08:12:00.000Z' },
      },
    }),
  })
  .openapi('Event');

export const eventOf = ({ occurredAt, ...event }: LoggedEvent) => ({ ...event, timestamp: occurredAt });

export const eventTypeParameter = () =>
  z
    .enum(eventTypes, `must be one of ${eventTypes.join(', ')}`)
    .optional()
    .openapi({ description: 'Only events of this type.', param: { name: 'type', in: 'query' } });

const NO_INSTANT = 'must be an ISO 8601 date and time such as 2026-12-04T08:12:00Z';

export const sinceParameter = (description: string) =>
  z.iso
    .datetime({ offset: true, error: NO_INSTANT })
    .transform((text) => new Date(text))
    .optional()
    .openapi({ type: 'string', format: 'date-time', description, param: { name: 'since', in: 'query' } });
