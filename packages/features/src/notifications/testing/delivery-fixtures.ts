import {
  alerts,
  deliveries,
  deliveryQueues,
  events,
  newId,
  notificationChannels,
  notificationSettings,
  webhookDeliveries,
  webhookEndpoints,
} from '@notafter/db';
import {
  type AlertId,
  addMs,
  type ChannelId,
  type ChannelSettings,
  type ChannelType,
  DAY_MS,
  type DeliveryChannel,
  type DeliveryId,
  type DeliveryOutcome,
  type OrganizationId,
  SHARDS,
  traitsOf,
  type WebhookEndpointId,
} from '@notafter/domain';
import { makeOrganization } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { sealApiKey, sealChannel } from '../channels/internal/sealed-settings.ts';
import { deliverSlice } from '../delivery/deliver-slice.ts';
import { wakeQueue } from '../delivery/internal/delivery-queues.ts';

export const filledIn = {
  email: { email: 'team@example.com' },
  slack: { webhook: 'https://hooks.slack.example/services/secret' },
  telegram: { token: '1:secret', chat_id: '42' },
  google_chat: { webhook: 'https://chat.example/secret' },
  teams: { webhook: 'https://teams.example/secret' },
  pagerduty: { integration_key: 'pd-secret' },
  splunk: { api_key: 'splunk-secret' },
  zapier: { webhook: 'https://zapier.example/secret' },
  webhook: { url: 'https://receiver.example/secret' },
  alertmanager: { url: 'https://alertmanager.example' },
} as const satisfies Record<ChannelType, ChannelSettings>;

/** A channel as saving leaves it, switched on and filled in; by default the only one of its type, from when there was only one. */
export const makeChannel = async (
  ctx: SystemContext,
  orgId: OrganizationId,
  type: ChannelType,
  enabled = true,
  given: Partial<typeof notificationChannels.$inferInsert> = {},
): Promise<ChannelId> => {
  const [id, queue, now] = [newId<'channel'>(), given.queue ?? type, ctx.clock.now()];
  const signingSecrets = type === 'webhook' ? [{ secret: 'whsec_c2lnbmluZyBzZWNyZXQgb2YgYSB0ZXN0', validUntil: null }] : [];
  await ctx.db.insert(notificationChannels).values({
    id,
    orgId,
    type,
    name: traitsOf(type).name,
    queue,
    enabled,
    complete: true,
    sealedSettings: sealChannel(ctx.auth, orgId, queue, { fields: filledIn[type], signingSecrets }),
    createdAt: now,
    updatedAt: now,
    ...given,
  });
  return id;
};

type Settings = Partial<typeof notificationSettings.$inferInsert>;

export const makeSettings = async (ctx: SystemContext, orgId: OrganizationId, settings: Settings): Promise<void> => {
  await ctx.db
    .insert(notificationSettings)
    .values({ orgId, ...settings })
    .onConflictDoUpdate({ target: notificationSettings.orgId, set: settings });
};

export const statusPageSettings = (ctx: SystemContext, orgId: OrganizationId): Settings => ({
  statusPageEnabled: true,
  statusPageUrl: 'https://status.example',
  sealedStatusPageApiKey: sealApiKey(ctx.auth, orgId, 'status-secret'),
});

/** An alert of a new certificate, by default seven days before its expiry. */
export const makeAlert = async (
  ctx: SystemContext,
  orgId: OrganizationId,
  overrides: Partial<typeof alerts.$inferInsert> = {},
): Promise<AlertId> => {
  const id = newId<'alert'>();
  await ctx.db.insert(alerts).values({
    id,
    orgId,
    certificateId: newId<'certificate'>(),
    domain: 'shop.example.com',
    rule: 'expiry',
    threshold: 7,
    occasion: id,
    summary: 'Expires soon.',
    notAfter: addMs(ctx.clock.now(), 7 * DAY_MS),
    raisedAt: ctx.clock.now(),
    ...overrides,
  });
  return id;
};

/** A delivery as routing leaves it, with its queue awake. */
export const makeDelivery = async (
  ctx: SystemContext,
  orgId: OrganizationId,
  channel: DeliveryChannel,
  overrides: Partial<typeof deliveries.$inferInsert> = {},
): Promise<DeliveryId> => {
  const id = newId<'delivery'>();
  const now = ctx.clock.now();
  const alertId = overrides.alertId ?? (await makeAlert(ctx, orgId));
  const row = { id, orgId, channel, kind: 'alert', state: 'pending', dueAt: now, createdAt: now, ...overrides, alertId } as const;
  await ctx.db.transaction(async (tx) => {
    await tx.insert(deliveries).values(row);
    await wakeQueue(tx, { orgId, channel }, row.dueAt);
  });
  return id;
};

/** An event's delivery to a new webhook endpoint, as the change leaves it. */
export const makeEventDelivery = async (
  ctx: SystemContext,
  orgId: OrganizationId,
  dueAt: Date,
  endpoint: Partial<typeof webhookEndpoints.$inferInsert> = {},
): Promise<WebhookEndpointId> => {
  const [id, eventId, now] = [newId<'webhook-endpoint'>(), newId<'event'>(), ctx.clock.now()];
  const type = 'certificate.added' as const;
  const made = { createdAt: now, updatedAt: now };
  await ctx.db
    .insert(webhookEndpoints)
    .values({ id, orgId, name: 'Deploy bot', sealedSettings: '', types: [type], enabled: true, ...made, ...endpoint });
  await ctx.db.insert(events).values({ id: eventId, orgId, type, occurredAt: now, subjectId: newId<'certificate'>(), data: {} });
  await ctx.db.insert(webhookDeliveries).values({ endpointId: id, eventId, state: 'pending', dueAt });
  return id;
};

/** Cleans up for the next test. */
export const clearDeliveries = async (ctx: SystemContext): Promise<void> => {
  await ctx.db.delete(alerts);
  await ctx.db.delete(deliveryQueues);
};

/** An organization with these channels configured. */
export const makeOrgWith = async (ctx: SystemContext, ...channels: readonly ChannelType[]): Promise<OrganizationId> => {
  const orgId = await makeOrganization(ctx, { name: 'Acme' });
  for (const channel of channels) await makeChannel(ctx, orgId, channel);
  return orgId;
};

/** Delivers what is due on every shard; returns how many were sent. */
export const deliverAll = async (ctx: SystemContext): Promise<number> => {
  const results = await Promise.all(Array.from({ length: SHARDS }, (_, shard) => deliverSlice(ctx, { shard })));
  return results.reduce((sum, { sent }) => sum + sent, 0);
};

export const deliveryOf = async (ctx: SystemContext, id: DeliveryId) => {
  const [row] = await ctx.db.select().from(deliveries).where(eq(deliveries.id, id));
  if (row === undefined) throw new Error('The delivery was not found.');
  return row;
};

export const busy = (retryAfterSeconds: number | null = null): DeliveryOutcome => ({
  kind: 'retry',
  status: 503,
  answer: 'busy',
  retryAfterSeconds,
  outcomeUnknown: false,
});

export const cutOff: DeliveryOutcome = { kind: 'retry', status: null, answer: 'reset', retryAfterSeconds: null, outcomeUnknown: true };
