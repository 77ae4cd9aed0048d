import {
  alerts,
  deliveries,
  deliveryAttempts,
  events,
  maintenanceWindows,
  newId,
  operatorAlerts,
  webhookDeliveries,
  webhookEndpoints,
} from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { createTestContext, makeOrganization, type TestContext } from '@notafter/testing';
import { isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maintainAlerts } from './maintain-alerts.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

it('removes what is over for two years with its deliveries, tests and windows after 90 days, and never what is open', async () => {
  const orgId = await makeOrganization(test.ctx);
  const ago = (days: number): Date => addMs(test.ctx.clock.now(), -days * DAY_MS);
  const alert = (summary: string, raisedAt: Date, resolvedAt: Date | null) => ({
    id: newId<'alert'>(),
    orgId,
    certificateId: newId<'certificate'>(),
    domain: 'a.example',
    rule: 'expired' as const,
    threshold: -1,
    occasion: 'AA',
    summary,
    raisedAt,
    resolvedAt,
  });
  const [old, open, recent] = [alert('old', ago(731), ago(700)), alert('open', ago(731), null), alert('recent', ago(729), ago(700))];
  await test.ctx.db.insert(alerts).values([old, open, recent]);
  const delivery = (alertId: typeof old.id | null, days: number, messageId: string) => ({
    id: newId<'delivery'>(),
    orgId,
    alertId,
    channel: 'email' as const,
    kind: alertId === null ? ('test' as const) : ('alert' as const),
    state: 'sent' as const,
    dueAt: ago(days),
    createdAt: ago(days),
    messageId,
  });
  const messages = Array.from({ length: 4 }, () => newId());
  const [gone = '', kept = '', oldTest = '', newTest = ''] = messages;
  await test.ctx.db
    .insert(deliveries)
    .values([delivery(old.id, 731, gone), delivery(recent.id, 729, kept), delivery(null, 91, oldTest), delivery(null, 89, newTest)]);
  const window = (name: string, endsAt: Date) => ({ id: newId<'maintenance-window'>(), orgId, name, startsAt: ago(100), endsAt });
  await test.ctx.db.insert(maintenanceWindows).values([window('old', ago(91)), window('recent', ago(89))]);
  await maintainAlerts(test.ctx);
  expect((await test.ctx.db.select().from(alerts)).map(({ summary }) => summary).sort()).toEqual(['open', 'recent']);
  expect((await test.ctx.db.select().from(deliveries)).map(({ messageId }) => messageId).sort()).toEqual([kept, newTest].sort());
  expect((await test.ctx.db.select().from(maintenanceWindows)).map(({ name }) => name)).toEqual(['recent']);
});

it('ends notices about broken logs after a week, and no others', async () => {
  const { db, clock } = test.ctx;
  const notice = (kind: 'log_broken' | 'transparency_blind', days: number) => ({
    ...{ id: newId<'operator-alert'>(), kind, detail: `${kind} ${days}`, openedAt: addMs(clock.now(), -days * DAY_MS) },
  });
  await db.insert(operatorAlerts).values([notice('log_broken', 8), notice('log_broken', 6), notice('transparency_blind', 8)]);
  await maintainAlerts(test.ctx);
  const open = await db.select().from(operatorAlerts).where(isNull(operatorAlerts.closedAt));
  expect(open.map(({ detail }) => detail).sort()).toEqual(['log_broken 6', 'transparency_blind 8']);
});

it('removes events after 30 days with their deliveries and attempts', async () => {
  const orgId = await makeOrganization(test.ctx);
  const { db, clock } = test.ctx;
  const ago = (days: number): Date => addMs(clock.now(), -days * DAY_MS);
  const endpointId = newId<'webhook-endpoint'>();
  await db.insert(webhookEndpoints).values({
    ...{ id: endpointId, orgId, name: 'Receiver', sealedSettings: '', types: ['certificate.renewed' as const], enabled: true },
    ...{ createdAt: ago(40), updatedAt: ago(40) },
  });
  const past = [31, 29].map((days) => ({ id: newId<'event'>(), messageId: newId(), at: ago(days) }));
  await db
    .insert(events)
    .values(past.map(({ id, at }) => ({ id, orgId, type: 'certificate.renewed' as const, occurredAt: at, subjectId: newId(), data: {} })));
  await db
    .insert(webhookDeliveries)
    .values(past.map(({ id, messageId, at }) => ({ endpointId, eventId: id, state: 'sent' as const, dueAt: at, messageId })));
  await db.insert(deliveryAttempts).values(past.map(({ messageId, at }) => ({ messageId, attempt: 1, orgId, startedAt: at })));
  await maintainAlerts(test.ctx);
  const [, recent] = past;
  expect(await db.select({ id: events.id }).from(events)).toEqual([{ id: recent?.id }]);
  expect(await db.select({ eventId: webhookDeliveries.eventId }).from(webhookDeliveries)).toEqual([{ eventId: recent?.id }]);
  expect(await db.select({ messageId: deliveryAttempts.messageId }).from(deliveryAttempts)).toEqual([{ messageId: recent?.messageId }]);
});
