import { type Database, deliveries, notificationChannels, users, webhookEndpoints } from '@notafter/db';
import {
  cleanLine,
  endpointIdOf,
  isEndpointChannel,
  type OrganizationId,
  type QueueChannel,
  type UserId,
  type WebhookEndpointId,
} from '@notafter/domain';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';

const REASON_MAX_LENGTH = 200;

interface Breakage {
  readonly name: string;
  readonly reason: string;
  /** Identifies this breakage, so that a mail sent twice is one. */
  readonly key: string;
}

/** Destinations without a row: their last refusal gives the reason. */
const placeNames = { status_page: 'The status page', escalation: 'The manager’s address' } as const;

const findPausedEndpoint = async (db: Database, orgId: OrganizationId, id: WebhookEndpointId): Promise<Breakage | null> => {
  const { name, brokenAt, brokenReason } = webhookEndpoints;
  const [row] = await db
    .select({ name, brokenAt, brokenReason })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.orgId, orgId)));
  if (row === undefined || row.brokenAt === null) return null;
  return { name: `The webhook endpoint ${row.name}`, reason: row.brokenReason ?? '', key: `${id}-${row.brokenAt.getTime()}` };
};

const findBreakage = async (db: Database, orgId: OrganizationId, channel: QueueChannel): Promise<Breakage | null> => {
  if (isEndpointChannel(channel)) return findPausedEndpoint(db, orgId, endpointIdOf(channel));

  if (channel === 'status_page' || channel === 'escalation') {
    const [refused] = await db
      .select({ id: deliveries.id, problem: deliveries.problem })
      .from(deliveries)
      .where(and(eq(deliveries.orgId, orgId), eq(deliveries.channel, channel), eq(deliveries.state, 'dead')))
      .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
      .limit(1);
    return refused === undefined ? null : { name: placeNames[channel], reason: refused.problem ?? '', key: refused.id };
  }
  const [row] = await db
    .select({ name: notificationChannels.name, brokenAt: notificationChannels.brokenAt, reason: notificationChannels.brokenReason })
    .from(notificationChannels)
    .where(and(eq(notificationChannels.orgId, orgId), eq(notificationChannels.queue, channel), isNotNull(notificationChannels.brokenAt)));
  if (row === undefined || row.brokenAt === null) return null;
  return { name: `The ${row.name} channel`, reason: row.reason ?? '', key: `${orgId}-${channel}-${row.brokenAt.getTime()}` };
};

/**
 * Job: mails one admin that delivery through a channel is paused, and why. Sends nothing if it was fixed in the meantime, or to a
 * person who is no longer an admin. Rejects with the mailer's error, so that the queue retries.
 */
export const sendChannelNotice = useCase({
  name: 'notifications/send-channel-notice',
  access: 'system',
})(async (ctx, { userId, channel }: { readonly userId: UserId; readonly channel: QueueChannel }): Promise<void> => {
  const [admin] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (admin === undefined || admin.role !== 'admin' || admin.activatedAt === null) return;
  const breakage = await findBreakage(ctx.db, admin.orgId, channel);
  if (breakage === null) return;
  await ctx.gateways.mailer.send(
    {
      kind: 'channel-broken',
      to: admin.email,
      firstName: admin.firstName,
      channel: breakage.name,
      reason: cleanLine(breakage.reason, REASON_MAX_LENGTH),
      link: `${ctx.config.publicUrl}/notifications?tab=${channel === 'status_page' || channel === 'escalation' ? 'smart' : 'channels'}`,
    },
    `${breakage.key}-${userId}`,
  );
});
