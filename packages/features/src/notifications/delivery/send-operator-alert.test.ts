import { newId, operatorAlerts } from '@notafter/db';
import { addMs, HOUR_MS, MailError, type OperatorAlertId } from '@notafter/domain';
import { createTestContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendOperatorAlert } from './send-operator-alert.ts';

let test: TestContext;
let operatorAlertId: OperatorAlertId;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  test.ctx.gateways.mailer.sent.length = 0;
  await test.ctx.db.delete(operatorAlerts);
  operatorAlertId = newId<'operator-alert'>();
  const detail = '30 of the 100 endpoints checked since noon cannot be reached any more.';
  await test.ctx.db.insert(operatorAlerts).values({ id: operatorAlertId, kind: 'mass_outage', detail, openedAt: test.ctx.clock.now() });
});
afterAll(() => test.close());

const send = () => sendOperatorAlert(test.ctx, { operatorAlertId, to: 'ops@example.com' });

it('mails what happened, under one key at every attempt', async () => {
  test.ctx.gateways.mailer.failNext(new MailError('busy', { retryable: true }));
  await expect(send()).rejects.toThrow('busy');
  await send();
  await send();
  const mail = {
    kind: 'mass-outage',
    to: 'ops@example.com',
    detail: '30 of the 100 endpoints checked since noon cannot be reached any more.',
  };
  expect(test.ctx.gateways.mailer.sent).toMatchObject([{ mail }, { mail }]);
  expect(new Set(test.ctx.gateways.mailer.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

it('sends nothing about what is over', async () => {
  await test.ctx.db
    .update(operatorAlerts)
    .set({ closedAt: addMs(test.ctx.clock.now(), HOUR_MS) })
    .where(eq(operatorAlerts.id, operatorAlertId));
  await send();
  expect(test.ctx.gateways.mailer.sent).toEqual([]);
});
