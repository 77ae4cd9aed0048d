import { z } from '@hono/zod-openapi';
import { alertRules, channelTypes } from '@notafter/domain';
import type { LogEntry } from '@notafter/features';
import { instant, rowId } from '../../../wire/fields.ts';

export const deadParameter = () =>
  z
    .literal('dead', 'must be dead')
    .optional()
    .openapi({ description: '`dead`: failed deliveries only.', param: { name: 'state', in: 'query' } });

export const severityField = () => z.enum(['info', 'warning', 'critical']).openapi({ example: 'warning' });

export const wireDelivery = z
  .object({
    id: rowId(),
    alert_id: rowId().nullable().openapi({ description: 'Null for a test.' }),
    certificate_id: rowId().nullable(),
    certificate_exists: z.boolean().openapi({ description: 'False once the certificate was deleted.', example: true }),
    domain: z.string().nullable().openapi({ example: 'example.com' }),
    text: z
      .string()
      .openapi({ description: 'The text that was sent, or that would be sent now.', example: 'example.com expires in 7 days' }),
    channel_type: z.enum([...channelTypes, 'status_page']).openapi({ example: 'email' }),
    channel_id: rowId().nullable().openapi({ description: 'Null if it was deleted, and for what is not a channel.' }),
    channel_name: z.string().openapi({ example: 'Email' }),
    kind: z.enum(['alert', 'escalation', 'acknowledged', 'resolved', 'test']),
    state: z
      .enum(['pending', 'sending', 'sent', 'dead', 'cancelled'])
      .openapi({ description: '`dead`: we stopped retrying.', example: 'sent' }),
    held_for: z
      .enum(['quiet_hours', 'maintenance', 'snooze', 'digest'])
      .nullable()
      .openapi({ description: 'Why it waits.', example: null }),
    due_at: instant().nullable().openapi({ description: 'The next attempt of a pending delivery.', example: null }),
    sent_at: instant().nullable(),
    created_at: instant(),
    acknowledged: z.boolean(),
    acknowledged_by: z.string().nullable().openapi({ example: null }),
    escalated: z.boolean(),
    resolved: z.boolean(),
    superseded: z.boolean().openapi({ description: 'A tighter threshold of the same certificate replaced it.' }),
    severity: severityField(),
    maybe_repeated: z.boolean().openapi({ description: 'The receiver may have received it twice.' }),
    problem: z.string().nullable().openapi({ description: 'Why the last attempt failed.', example: null }),
  })
  .openapi('Delivery');

export const deliveryOf = ({ message, channel, ...entry }: LogEntry) => ({ ...entry, text: message, channelType: channel });

const wireAttempt = z
  .object({
    attempt: z.int().openapi({ example: 1 }),
    started_at: instant(),
    finished_at: instant().nullable(),
    outcome: z.enum(['delivered', 'retry', 'unknown', 'refused', 'broken']).nullable().openapi({ example: 'delivered' }),
    status: z.int().nullable().openapi({ description: "The receiver's HTTP status.", example: 200 }),
    answer: z.string().nullable().openapi({ description: 'The beginning of its answer.', example: 'ok' }),
  })
  .openapi('DeliveryAttempt');

const wireDeliveredAlert = z
  .object({
    summary: z.string().openapi({ example: 'Expires in 7 days.' }),
    rule: z.enum(alertRules).openapi({ example: 'expiry' }),
    threshold: z.int().openapi({ description: 'Days before expiry.', example: 7 }),
    raised_at: instant(),
    acknowledged_at: instant().nullable(),
    escalated_at: instant().nullable(),
    resolved_at: instant().nullable(),
    resolution: z.enum(['renewed', 'recovered', 'removed', 'superseded']).nullable().openapi({ example: null }),
  })
  .openapi('DeliveredAlert');

export const wireStory = z
  .object({
    delivery: wireDelivery,
    attempts: z.array(wireAttempt).openapi({ description: 'First to last.' }),
    alert: wireDeliveredAlert.nullable().openapi({ description: 'Null for a test.' }),
  })
  .openapi('DeliveryDetail');
