import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { alertRules, type EventType } from '@notafter/domain';
import type { RestEnvironment } from '../rest-environment.ts';
import { instant, rowId } from '../wire/fields.ts';

const text = (example: string) => z.string().openapi({ example });
const severity = z.enum(['critical', 'warning', 'info']);

const certificate = z
  .object({
    id: rowId(),
    domain: text('shop.example.com'),
    issuer: z.string().nullable().openapi({ example: "Let's Encrypt" }),
    expires_at: instant().nullable(),
    fingerprint_sha256: z.string().nullable().openapi({ example: 'AA:BB:CC' }),
    reachable: z.boolean().openapi({ example: true }),
    reasons: z.array(z.string()).openapi({ description: 'Of its verdict; empty when it is trusted.', example: [] }),
    tags: z.record(z.string(), z.string()).openapi({ example: { team: 'web' } }),
    url: text('https://notafter.example/certificates/01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10'),
  })
  .openapi('EventCertificate');
const previous = z
  .object({
    fingerprint_sha256: text('DD:EE:FF'),
    issuer: z.string().nullable().openapi({ example: "Let's Encrypt" }),
    expires_at: instant().nullable(),
  })
  .openapi('EventPreviousCertificate');
const change = z
  .object({
    issuer: z.boolean().openapi({ description: "The issuer's organization is another.", example: true }),
    lost_names: z.array(z.string()).openapi({ description: 'Up to 50 names it is no longer valid for.', example: [] }),
    ends_earlier: z.boolean().openapi({ example: false }),
  })
  .openapi('EventChange');
const check = z
  .object({
    failure: z.enum(['unreachable', 'invalid']),
    reason: text('refused'),
    detail: z.string().nullable().openapi({ example: 'Connection refused by shop.example.com:443.' }),
  })
  .openapi('EventCheck');
const alert = z
  .object({
    id: rowId(),
    incident_key: text('01989f0a/01989f0b/expiry'),
    rule: z.enum(alertRules),
    severity,
    domain: text('shop.example.com'),
    summary: text('Expires in 7 days.'),
    expires_at: instant().nullable(),
    issuer: z.string().nullable().openapi({ example: "Let's Encrypt" }),
    fingerprint_sha256: z.string().nullable().openapi({ example: 'AA:BB:CC' }),
    reasons: z.array(z.string()).openapi({ example: [] }),
    raised_at: instant(),
    certificate_url: text('https://notafter.example/certificates/01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10'),
    acknowledge_url: z.null(),
  })
  .openapi('EventAlert');
const removed = certificate.pick({ id: true, domain: true, expires_at: true }).openapi('EventRemovedCertificate');
const discovery = z
  .object({
    id: rowId(),
    domain: text('example.com'),
    found: z.int().openapi({ example: 12 }),
    checked: z.int().openapi({ example: 10 }),
    url: text('https://notafter.example/discovery'),
  })
  .openapi('EventDiscovery');

/** Description of each type. */
const payloads = {
  'certificate.added': ['A certificate is monitored from now on.', z.object({ certificate })],
  'certificate.renewed': ['An endpoint serves a new certificate.', z.object({ certificate, previous })],
  'certificate.changed': [
    'An endpoint serves a new certificate that is not an ordinary renewal.',
    z.object({ certificate, previous, change }),
  ],
  'certificate.removed': ['A certificate is no longer monitored.', z.object({ certificate: removed })],
  'check.failed': ['An endpoint became unreachable, or its verdict failed. Sent on the change only.', z.object({ certificate, check })],
  'check.recovered': ['An endpoint is reachable and trusted again.', z.object({ certificate })],
  'alert.raised': [
    'An alert was raised. Webhook channels get the same type with a text and a link that acknowledges.',
    z.object({ severity, alerts: z.array(alert), alerts_left_out: z.int().openapi({ example: 0 }) }),
  ],
  'discovery.completed': ['A discovery is completed.', z.object({ discovery })],
} as const satisfies Record<EventType, readonly [string, z.ZodType]>;

const headers = z.object({
  'webhook-id': z.uuid().openapi({ description: 'The id of the event: the same at every attempt.' }),
  'webhook-timestamp': z.string().openapi({ description: 'Seconds since 1970, of this attempt.', example: '1771156805' }),
  'webhook-signature': z.string().openapi({ description: 'One or more `v1,<base64>`, separated by spaces.', example: 'v1,K5oZfz…' }),
});

/** Describes what webhook endpoints are sent: one webhook of the document per type of event. */
export const describeWebhooks = (app: OpenAPIHono<RestEnvironment>): void => {
  for (const [type, [summary, data]] of Object.entries(payloads)) {
    app.openAPIRegistry.registerWebhook({
      method: 'post',
      path: type,
      tags: ['Events'],
      summary,
      description: 'Signed as Standard Webhooks 1.0.',
      request: {
        headers,
        body: {
          required: true,
          content: { 'application/json': { schema: z.object({ type: z.literal(type), timestamp: instant(), data }) } },
        },
      },
      responses: {
        '2XX': { description: 'Taken. Anything else, or no answer within 15 seconds, is tried again for three days.' },
        410: { description: 'Gone: the endpoint is paused.' },
      },
    });
  }
};
