import { alerts, deliveries, newId, notificationChannels, notificationSettings } from '@notafter/db';
import { type CertificateId, type ChannelType, type OrganizationId, traitsOf } from '@notafter/domain';
import { asc, eq } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';

type Settings = Partial<typeof notificationSettings.$inferInsert>;

/** A channel that is switched on and filled in, as far as the ledger can see. */
export const openChannel = async (ctx: SystemContext, orgId: OrganizationId, type: ChannelType): Promise<void> => {
  const [id, now] = [newId<'channel'>(), ctx.clock.now()];
  const names = { type, name: traitsOf(type).name, queue: type };
  const saved = { enabled: true, complete: true, sealedSettings: '', createdAt: now, updatedAt: now };
  await ctx.db.insert(notificationChannels).values({ id, orgId, ...names, ...saved });
};

export const choose = async (ctx: SystemContext, orgId: OrganizationId, settings: Settings): Promise<void> => {
  await ctx.db
    .insert(notificationSettings)
    .values({ orgId, ...settings })
    .onConflictDoUpdate({ target: notificationSettings.orgId, set: settings });
};

/** Rule, threshold, and how it ended, in the order raised. */
export const alertsOf = async (ctx: SystemContext, id: CertificateId): Promise<string[]> => {
  const rows = await ctx.db.select().from(alerts).where(eq(alerts.certificateId, id)).orderBy(asc(alerts.raisedAt), asc(alerts.id));
  return rows.map(({ rule, threshold, resolution }) => `${rule} ${threshold}${resolution === null ? '' : ` ${resolution}`}`);
};

/** Rule, channel, kind and state of a certificate's deliveries, sorted. */
export const deliveriesOf = async (ctx: SystemContext, id: CertificateId): Promise<string[]> => {
  const rows = await ctx.db
    .select({ channel: deliveries.channel, kind: deliveries.kind, state: deliveries.state, rule: alerts.rule, threshold: alerts.threshold })
    .from(deliveries)
    .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
    .where(eq(alerts.certificateId, id));
  return rows.map(({ channel, kind, state, rule, threshold }) => `${rule} ${threshold} ${channel} ${kind} ${state}`).sort();
};

/** Marks every waiting delivery as delivered. */
export const arriveAll = async (ctx: SystemContext): Promise<void> => {
  const sent = { state: 'sent' as const, attempts: 1, heldFor: null, firstAttemptAt: ctx.clock.now(), sentAt: ctx.clock.now() };
  await ctx.db.update(deliveries).set(sent).where(eq(deliveries.state, 'pending'));
};
