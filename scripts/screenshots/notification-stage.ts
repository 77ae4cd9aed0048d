import { emailChanges, events, newId, webhookDeliveries } from '../../packages/db/src/index.ts';
import { addMs, brandId, DAY_MS, type EventType, HOUR_MS, MINUTE_MS, type WebhookEndpointId } from '../../packages/domain/src/index.ts';
import {
  addChannel,
  addMaintenanceWindow,
  addWebhookEndpoint,
  listEnvironments,
  type SystemContext,
  saveAlertRoute,
  saveDayRule,
} from '../../packages/features/src/index.ts';
import { openAs, type TestUser } from '../../packages/testing/src/index.ts';

/** The target of links in mails. */
export interface MailedLinks {
  readonly acknowledge: string;
  readonly confirmEmail: string;
}

type Delivery = Partial<typeof webhookDeliveries.$inferInsert> & { readonly type: EventType; readonly agoMs: number };

/** Webhook endpoints in several states with their log, days for a tag, a maintenance window, and a pending change of address. */
export const seedNotifications = async (system: SystemContext, admin: TestUser, viewer: TestUser): Promise<MailedLinks> => {
  const { db, auth } = system;
  const now = system.clock.now();
  const org = await openAs(system, admin);
  // Of types that do not occur while the pictures are taken.
  const types: EventType[] = ['certificate.renewed', 'certificate.changed', 'discovery.completed'];
  const add = async (name: string, enabled = true): Promise<WebhookEndpointId> => {
    const url = `https://hooks.harborline.example/${name.toLowerCase().replaceAll(' ', '-')}`;
    return brandId((await addWebhookEndpoint(org, { name, url, types, enabled })).endpoint.id);
  };
  const log = async (endpointId: WebhookEndpointId, deliveries: readonly Delivery[]): Promise<void> => {
    for (const { type, agoMs, ...delivery } of deliveries) {
      const occurredAt = addMs(now, -agoMs);
      const eventId = newId<'event'>();
      await db.insert(events).values({ id: eventId, orgId: org.org.id, type, occurredAt, subjectId: newId<'certificate'>(), data: {} });
      const sent = { state: 'sent', attempts: 1, status: 200, durationMs: 84, sentAt: addMs(occurredAt, 2000), dueAt: occurredAt } as const;
      await db.insert(webhookDeliveries).values({ endpointId, eventId, ...sent, ...delivery });
    }
  };
  const failing = {
    attempts: 4,
    status: 503,
    durationMs: 10_000,
    sentAt: null,
    problem: 'upstream connect error or disconnect/reset before headers',
  };
  await log(await add('Deploy bot'), [
    { type: 'certificate.renewed', agoMs: 3 * DAY_MS },
    { type: 'certificate.changed', agoMs: 2 * DAY_MS, state: 'dead', ...failing, attempts: 9 },
    { type: 'discovery.completed', agoMs: 26 * HOUR_MS, state: 'cancelled', attempts: 0, status: null, durationMs: null, sentAt: null },
    { type: 'certificate.renewed', agoMs: 40 * MINUTE_MS, state: 'pending', ...failing, dueAt: addMs(now, 6 * HOUR_MS) },
    { type: 'certificate.renewed', agoMs: 4 * MINUTE_MS, status: 202, durationMs: 1240 },
  ]);
  const failed = await add('Inventory of the payments team');
  await log(failed, [{ type: 'certificate.renewed', agoMs: 40 * MINUTE_MS, state: 'pending', ...failing, dueAt: addMs(now, 6 * HOUR_MS) }]);
  const paused = await add('Old chat bridge');
  await add('Audit archive', false);
  await db.$client`update webhook_endpoints set failing_since = ${addMs(now, -40 * MINUTE_MS).toISOString()}, failures = 4 where id = ${failed}`;
  await db.$client`
    update webhook_endpoints set broken_at = now(), broken_reason = 'The receiver answered 410 Gone.' where id = ${paused}`;
  const settings = { webhook: 'https://hooks.slack.com/services/T024/B07Q/XXXX' };
  const named = async (name: string, enabled = true) => {
    const { channel } = await addChannel(org, { type: 'slack', name, enabled, settings, inDefaultRoute: false });
    return channel.id === null ? [] : [channel.id];
  };
  const [northwind, lakeside] = [await named('Northwind on-call'), await named('Lakeside', false)];
  await named('Release managers');
  const { environments } = await listEnvironments(org);
  await saveAlertRoute(org, { tag: 'team=platform', channelIds: northwind });
  await saveAlertRoute(org, { tag: 'customer=northwind', channelIds: [...northwind, ...lakeside] });
  for (const { id } of environments.slice(0, 1)) await saveAlertRoute(org, { environmentId: id, channelIds: lakeside });
  await saveDayRule(org, { tag: 'team=platform', days: [30, 14, 7, 1] });
  const startsAt = addMs(now, 3 * DAY_MS);
  await addMaintenanceWindow(org, { name: 'Move to the new load balancers', startsAt, endsAt: addMs(startsAt, 4 * HOUR_MS) });
  const change = { id: newId<'email-change'>(), userId: viewer.id, newEmail: 'jonas.brandt@harborline.example' };
  await db.insert(emailChanges).values({ ...change, createdAt: now, expiresAt: addMs(now, DAY_MS) });
  const [alert] = await db.$client<{ id: string }[]>`
    select id from alerts where org_id = ${org.org.id} and resolved_at is null and acknowledged_at is null order by id limit 1`;
  if (alert === undefined) throw new Error('The demo has no open alert.');
  return {
    acknowledge: `/acknowledge/${auth.signAlertLink(brandId(alert.id))}`,
    confirmEmail: `/confirm-email/${auth.signEmailChange('new', change.id)}`,
  };
};
