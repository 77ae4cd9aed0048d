import { alerts, deliveries, deliveryAttempts, maintenanceWindows, newId } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { createTestContext, makeOrganization, type TestContext } from '@notafter/testing';
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
  await test.ctx.db.insert(deliveryAttempts).values(messages.map((messageId) => ({ messageId, attempt: 1, orgId, startedAt: ago(91) })));
  const window = (name: string, endsAt: Date) => ({ id: newId<'maintenance-window'>(), orgId, name, startsAt: ago(100), endsAt });
  await test.ctx.db.insert(maintenanceWindows).values([window('old', ago(91)), window('recent', ago(89))]);
  await maintainAlerts(test.ctx);
  expect((await test.ctx.db.select().from(alerts)).map(({ summary }) => summary).sort()).toEqual(['open', 'recent']);
  expect((await test.ctx.db.select().from(deliveryAttempts)).map(({ messageId }) => messageId).sort()).toEqual([kept, newTest].sort());
  expect((await test.ctx.db.select().from(maintenanceWindows)).map(({ name }) => name)).toEqual(['recent']);
});
