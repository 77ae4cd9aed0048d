import { auditLog, oneTimeLinks } from '@notafter/db';
import { addMs, HOUR_MS } from '@notafter/domain';
import { createTestContext, makeOrganization, makeRequestContext, makeUser, type TestContext, type TestUser } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendAccountMailJob } from '../account-jobs.ts';
import { sendAccountMail } from '../send-account-mail.ts';
import { requestPasswordReset } from './request-password-reset.ts';

let test: TestContext;
let user: TestUser;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.ctx.jobs.clear();
  user = await makeUser(test.ctx, await makeOrganization(test.ctx));
});

const sent = { message: 'Password reset link sent to your email.' };
const ask = (email: string) => requestPasswordReset(makeRequestContext(test.ctx), { email });

it('makes a link that works for an hour and asks for its mail', async () => {
  expect(await ask(user.email)).toEqual(sent);
  const links = await test.ctx.db.select().from(oneTimeLinks).where(eq(oneTimeLinks.userId, user.id));
  expect(links).toMatchObject([{ purpose: 'password-reset', usedAt: null, expiresAt: addMs(test.ctx.clock.now(), HOUR_MS) }]);
  expect(test.ctx.jobs.payloadsOf(sendAccountMailJob)).toEqual([{ linkId: links[0]?.id }]);
});

it('answers unknown addresses the same, does the same work, and mails nothing', async () => {
  const before = await test.ctx.db.$count(oneTimeLinks);
  expect(await ask(`nobody-${user.email}`)).toEqual(sent);
  const [job] = test.ctx.jobs.payloadsOf(sendAccountMailJob);
  expect(await test.ctx.db.$count(oneTimeLinks)).toBe(before);
  await sendAccountMail(test.ctx, job ?? expect.fail('no job'));
  expect(test.ctx.gateways.mailer.sent).toEqual([]);
});

it('puts no address into the queue', async () => {
  await ask(user.email);
  expect(JSON.stringify(test.ctx.jobs.enqueued)).not.toContain('@');
});

it('blames nobody in the audit log for what a stranger may have asked', async () => {
  await ask(user.email);
  expect(await test.ctx.db.$count(auditLog, eq(auditLog.actorId, user.id))).toBe(0);
});

it('does not flood a mailbox, and delays known and unknown addresses alike', async () => {
  for (const email of [user.email, `nobody-${user.email}`]) {
    for (let n = 0; n < 4; n += 1) await ask(email);
    await expect(ask(email)).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
  }
});

it('is delayed for a network that asks for many addresses', async () => {
  const ctx = makeRequestContext(test.ctx);
  for (let n = 0; n < 20; n += 1) await requestPasswordReset(ctx, { email: `a${n}-${user.email}` });
  await expect(requestPasswordReset(ctx, { email: user.email })).rejects.toMatchObject({ code: 'rate_limited' });
});
