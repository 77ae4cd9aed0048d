import { newId, oneTimeLinks, users } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS, type OneTimeLinkId } from '@notafter/domain';
import { createTestContext, makeOrganization, makeUser, type TestContext, type TestUser } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendAccountMail } from './send-account-mail.ts';

let test: TestContext;
let user: TestUser;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.ctx.gateways.mailer.sent.length = 0;
  user = await makeUser(test.ctx, await makeOrganization(test.ctx), { activated: false });
});

const makeLink = async (purpose: 'account-activation' | 'password-reset', validMs: number): Promise<OneTimeLinkId> => {
  const id = newId<'one-time-link'>();
  const createdAt = test.ctx.clock.now();
  await test.ctx.db.insert(oneTimeLinks).values({ id, purpose, userId: user.id, createdAt, expiresAt: addMs(createdAt, validMs) });
  return id;
};

it('mails the activation link, named by the row so that a second delivery is recognized', async () => {
  const linkId = await makeLink('account-activation', 2 * DAY_MS);
  await sendAccountMail(test.ctx, { linkId });
  expect(test.ctx.gateways.mailer.sent).toEqual([
    {
      idempotencyKey: linkId,
      mail: {
        kind: 'account-activation',
        to: user.email,
        firstName: 'Ada',
        link: `http://localhost:3000/activate/${test.ctx.auth.signLink('account-activation', linkId)}`,
        validHours: 48,
      },
    },
  ]);
});

it('mails the reset link, to accounts not yet active too', async () => {
  const linkId = await makeLink('password-reset', HOUR_MS);
  await sendAccountMail(test.ctx, { linkId });
  expect(test.ctx.gateways.mailer.sent).toMatchObject([
    {
      mail: {
        kind: 'password-reset',
        link: `http://localhost:3000/reset-password/${test.ctx.auth.signLink('password-reset', linkId)}`,
        validMinutes: 60,
      },
    },
  ]);
});

it('joins PUBLIC_URL and path with one slash', async () => {
  const linkId = await makeLink('account-activation', DAY_MS);
  const ctx = { ...test.ctx, config: { ...test.ctx.config, publicUrl: 'https://notafter.example/' } };
  await sendAccountMail(ctx, { linkId });
  expect(test.ctx.gateways.mailer.sent[0]?.mail.link).toMatch(/^https:\/\/notafter\.example\/activate\//);
});

it('sends nothing for a link that is used, expired or not there, or of an active account', async () => {
  const used = await makeLink('password-reset', HOUR_MS);
  await test.ctx.db.update(oneTimeLinks).set({ usedAt: test.ctx.clock.now() }).where(eq(oneTimeLinks.id, used));
  const needless = await makeLink('account-activation', DAY_MS);
  await test.ctx.db.update(users).set({ activatedAt: test.ctx.clock.now() }).where(eq(users.id, user.id));
  const expired = await makeLink('password-reset', 0);
  for (const linkId of [used, needless, expired, newId<'one-time-link'>()]) await sendAccountMail(test.ctx, { linkId });
  expect(test.ctx.gateways.mailer.sent).toEqual([]);
});

it('hands the failure of the mail server to the queue', async () => {
  const linkId = await makeLink('account-activation', DAY_MS);
  test.ctx.gateways.mailer.failNext(new Error('451 try later'));
  await expect(sendAccountMail(test.ctx, { linkId })).rejects.toThrow('451 try later');
  await sendAccountMail(test.ctx, { linkId });
  expect(test.ctx.gateways.mailer.sent).toHaveLength(1);
});
