import { auditLog, newId, oneTimeLinks, users } from '@notafter/db';
import { addMs, DAY_MS, type OneTimeLinkId, SECOND_MS } from '@notafter/domain';
import { createTestContext, makeOrganization, makeRequestContext, makeUser, type TestContext, type TestUser } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { activateAccount } from './activate-account.ts';

let test: TestContext;
let user: TestUser;
let linkId: OneTimeLinkId;
let token: string;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(async () => {
  user = await makeUser(test.ctx, await makeOrganization(test.ctx), { activated: false });
  linkId = await makeLink();
  token = test.ctx.auth.signLink('account-activation', linkId);
});

const makeLink = async (): Promise<OneTimeLinkId> => {
  const id = newId<'one-time-link'>();
  const createdAt = test.ctx.clock.now();
  await test.ctx.db
    .insert(oneTimeLinks)
    .values({ id, purpose: 'account-activation', userId: user.id, createdAt, expiresAt: addMs(createdAt, 2 * DAY_MS) });
  return id;
};
const activate = (link = token) => activateAccount(makeRequestContext(test.ctx), { token: link });
const activatedAt = async () => (await test.ctx.db.select().from(users).where(eq(users.id, user.id)))[0]?.activatedAt;

it('opens the account, uses the link up and leaves one audit row', async () => {
  expect(await activate()).toEqual({ message: 'Your account is active. You can sign in now.' });
  expect(await activatedAt()).toEqual(test.ctx.clock.now());
  const [link] = await test.ctx.db.select().from(oneTimeLinks).where(eq(oneTimeLinks.id, linkId));
  expect(link?.usedAt).toEqual(test.ctx.clock.now());
  const audited = await test.ctx.db.select().from(auditLog).where(eq(auditLog.actorId, user.id));
  expect(audited).toMatchObject([{ action: 'accounts/activate-account', orgId: user.orgId, subjectId: user.id, actorEmail: user.email }]);
});

it('frightens nobody who clicks twice', async () => {
  await activate();
  const first = await activatedAt();
  test.ctx.clock.advance(SECOND_MS);
  expect(await activate()).toEqual({ message: 'This account is already active.' });
  expect(await activatedAt()).toEqual(first);
  expect(await test.ctx.db.$count(auditLog, eq(auditLog.actorId, user.id))).toBe(1);
});

it('says the same of an older mail whose link was not needed any more', async () => {
  const other = test.ctx.auth.signLink('account-activation', await makeLink());
  await activate();
  test.ctx.clock.advance(3 * DAY_MS);
  expect(await activate(other)).toEqual({ message: 'This account is already active.' });
});

it('activates once, however many clicks arrive together', async () => {
  const answers = await Promise.all([activate(), activate(), activate(), activate()]);
  expect(answers.filter(({ message }) => message === 'Your account is active. You can sign in now.')).toHaveLength(1);
  expect(await test.ctx.db.$count(auditLog, eq(auditLog.actorId, user.id))).toBe(1);
});

it('reports an expired link, and how to get another', async () => {
  test.ctx.clock.advance(2 * DAY_MS);
  await expect(activate()).rejects.toMatchObject({
    code: 'link_expired',
    status: 400,
    message: 'This link has expired. Sign in to have a new one sent to you.',
  });
  expect(await activatedAt()).toBeNull();
});

it('still works in its last second', async () => {
  test.ctx.clock.advance(2 * DAY_MS - SECOND_MS);
  await activate();
  expect(await activatedAt()).not.toBeNull();
});

it.each(['', 'x', 'null', '../../etc', '%00', '0198a7a2-1111-7222-8333-444455556666.AAAA'])(
  'refuses the garbled link %j',
  async (garbled) => {
    await expect(activate(garbled)).rejects.toMatchObject({ code: 'link_invalid', status: 400 });
  },
);

it('refuses a link for another purpose and a genuine one whose row is gone', async () => {
  await expect(activate(test.ctx.auth.signLink('password-reset', linkId))).rejects.toMatchObject({ code: 'link_invalid' });
  await expect(activate(test.ctx.auth.signLink('account-activation', newId()))).rejects.toMatchObject({ code: 'link_invalid' });
  expect(await activatedAt()).toBeNull();
});
