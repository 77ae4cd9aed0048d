import { newId, users } from '@notafter/db';
import { createTestContext, makeOrganization, makeRequestContext, makeUser, type TestContext, type TestUser } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTransaction } from '../with-transaction.ts';
import { sendSecurityNoticeJob } from './account-jobs.ts';
import { enqueueSecurityNotice } from './security-notice.ts';
import { sendSecurityNotice } from './send-security-notice.ts';

let test: TestContext;
let user: TestUser;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.ctx.gateways.mailer.sent.length = 0;
  test.ctx.jobs.clear();
  user = await makeUser(test.ctx, await makeOrganization(test.ctx));
});

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0';
const notify = async (to?: string) => {
  const ctx = makeRequestContext(test.ctx, { origin: { ip: '203.0.113.7', userAgent } });
  const options = to === undefined ? {} : { to };
  await withTransaction(ctx, (tx) => enqueueSecurityNotice(tx, user.id, 'password-changed', options));
  const [notice] = test.ctx.jobs.payloadsOf(sendSecurityNoticeJob);
  return notice ?? expect.fail('no job');
};

it('says what was done, when and from where', async () => {
  const notice = await notify();
  await sendSecurityNotice(test.ctx, notice);
  expect(test.ctx.gateways.mailer.sent).toEqual([
    {
      idempotencyKey: notice.noticeId,
      mail: {
        kind: 'security-notice',
        to: user.email,
        firstName: 'Ada',
        event: 'password-changed',
        at: test.ctx.clock.now(),
        ip: '203.0.113.7',
        device: 'Firefox on Linux',
        link: 'http://localhost:3000/settings?tab=0',
      },
    },
  ]);
});

it('notifies the previous address, even when no account has it any longer', async () => {
  const notice = await notify('old@example.com');
  await test.ctx.db.delete(users).where(eq(users.id, user.id));
  await sendSecurityNotice(test.ctx, notice);
  expect(test.ctx.gateways.mailer.sent).toMatchObject([{ mail: { to: 'old@example.com', firstName: '', link: 'http://localhost:3000/' } }]);
});

it('sends nothing for a deleted person', async () => {
  const notice = await notify();
  await sendSecurityNotice(test.ctx, { ...notice, userId: newId<'user'>() });
  expect(test.ctx.gateways.mailer.sent).toEqual([]);
});

it('rejects with the mailer’s error, so that the queue tries again', async () => {
  test.ctx.gateways.mailer.failNext(new Error('mail server is away'));
  await expect(sendSecurityNotice(test.ctx, await notify())).rejects.toThrow('mail server is away');
});
