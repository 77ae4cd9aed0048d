import { alerts, deliveries, newId } from '@notafter/db';
import { type AlertId, addMs, DAY_MS, type DeliveryId, type OrganizationId } from '@notafter/domain';
import type { RestHarness } from './rest-harness.ts';

type Alert = Partial<typeof alerts.$inferInsert>;
type Delivery = Partial<typeof deliveries.$inferInsert>;

/** An alert seven days before an expiry and one delivery of it by mail, sent unless the test says otherwise. */
export const addNotification = async (
  { ctx }: RestHarness,
  orgId: OrganizationId,
  { alert = {}, delivery = {} }: { readonly alert?: Alert; readonly delivery?: Delivery } = {},
): Promise<{ readonly id: DeliveryId; readonly alertId: AlertId }> => {
  const now = ctx.clock.now();
  const alertId = newId<'alert'>();
  const id = newId<'delivery'>();
  await ctx.db.insert(alerts).values({
    id: alertId,
    orgId,
    certificateId: newId<'certificate'>(),
    domain: 'shop.example.com',
    rule: 'expiry',
    threshold: 7,
    occasion: alertId,
    summary: 'Expires soon.',
    notAfter: addMs(now, 7 * DAY_MS),
    raisedAt: now,
    ...alert,
  });
  await ctx.db.insert(deliveries).values({
    id,
    orgId,
    alertId,
    channel: 'email',
    kind: 'alert',
    state: 'sent',
    dueAt: now,
    createdAt: now,
    sentAt: now,
    text: 'shop.example.com expires in 7 days (2026-11-17)',
    ...delivery,
  });
  return { id, alertId };
};
