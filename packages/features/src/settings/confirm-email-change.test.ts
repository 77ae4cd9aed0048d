import { auditLog, emailChanges, newId, notificationChannels, oneTimeLinks, sessions, users } from '@notafter/db';
import { DAY_MS, type EmailChangeId } from '@notafter/domain';
import {
  createTestContext,
  type MemberContext,
  makeOrganization,
  makeOrgContext,
  makeRequestContext,
  makeUser,
  type TestContext,
} from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendSecurityNoticeJob } from '../accounts/account-jobs.ts';
import { requestPasswordReset } from '../accounts/passwords/request-password-reset.ts';
import { makeChannel } from '../notifications/testing/delivery-fixtures.ts';
import { cancelEmailChange } from './cancel-email-change.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { getEmailChange } from './get-email-change.ts';
import { getProfile } from './get-profile.ts';
import { sendEmailChangeMailJob } from './internal/email-change-jobs.ts';
import { sendEmailChangeMail } from './send-email-change-mail.ts';
import { updateProfile } from './update-profile.ts';

let test: TestContext;
let org: MemberContext;
let before: string;
let wished: string;
let changeId: EmailChangeId;
let addresses = 0;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.ctx.gateways.mailer.sent.length = 0;
  wished = `wished-${++addresses}@example.com`;
  org = await makeOrgContext(test.ctx, { role: 'viewer' });
  before = org.actor.email;
  changeId = await wishFor(wished);
});

const wishFor = async (email: string): Promise<EmailChangeId> => {
  test.ctx.jobs.clear();
  await updateProfile(org, { firstName: 'Ada', lastName: 'Lovelace', company: '', position: '', email });
  return test.ctx.jobs.payloadsOf(sendEmailChangeMailJob)[0]?.changeId ?? expect.fail('no mail');
};
const tokenOf = (side: 'old' | 'new', id = changeId) => test.ctx.auth.signEmailChange(side, id);
const anyone = () => makeRequestContext(test.ctx);
const confirm = (side: 'old' | 'new', id = changeId) => confirmEmailChange(anyone(), { token: tokenOf(side, id) });
const look = (side: 'old' | 'new') => getEmailChange(anyone(), { token: tokenOf(side) });
const addressInForce = async () => (await test.ctx.db.select().from(users).where(eq(users.id, org.actor.userId)))[0]?.email;
const auditRows = () =>
  test.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, org.actor.userId), eq(auditLog.action, 'settings/confirm-email-change')))
    .orderBy(auditLog.id);

it('counts once both addresses confirmed it, whichever came first', async () => {
  for (const [first, last] of [['old', 'new'] as const, ['new', 'old'] as const]) {
    expect(await confirm(first)).toEqual({ side: first, newEmail: wished, state: 'open', confirmed: true, otherConfirmed: false });
    expect(await addressInForce()).toBe(before);
    expect(await confirm(last)).toEqual({ side: last, newEmail: wished, state: 'in-force', confirmed: true, otherConfirmed: true });
    expect(await addressInForce()).toBe(wished);
    expect(await getProfile(org)).toMatchObject({ email: wished, pendingEmail: null });
    before = wished;
    wished = `wished-${++addresses}@example.com`;
    changeId = await wishFor(wished);
  }
});

it('is not confirmed by opening the page', async () => {
  for (const side of ['old', 'new', 'old', 'new'] as const)
    expect(await look(side)).toEqual({ side, newEmail: wished, state: 'open', confirmed: false, otherConfirmed: false });
  expect(await addressInForce()).toBe(before);
});

it('is not confirmed twice by one address', async () => {
  await confirm('old');
  expect(await confirm('old')).toMatchObject({ state: 'open', confirmed: true, otherConfirmed: false });
  expect(await addressInForce()).toBe(before);
  expect(await auditRows()).toHaveLength(1);
});

it('says kindly to a late click that it is done', async () => {
  await confirm('new');
  await confirm('old');
  test.ctx.clock.advance(2 * DAY_MS);
  expect(await confirm('new')).toMatchObject({ state: 'in-force' });
  expect(await look('old')).toMatchObject({ state: 'in-force' });
  expect(await auditRows()).toMatchObject([{ detail: { inForce: false } }, { detail: { inForce: true, from: before, to: wished } }]);
});

it('comes into force once, though both addresses confirm at the same moment', async () => {
  const answers = await Promise.all([confirm('old'), confirm('new'), confirm('old'), confirm('new')]);
  expect(answers.filter(({ state }) => state === 'in-force').length).toBeGreaterThan(0);
  expect(await addressInForce()).toBe(wished);
  expect(test.ctx.jobs.payloadsOf(sendSecurityNoticeJob)).toHaveLength(1);
});

it('ends every session but the one it is confirmed in, and every link mailed to the old address', async () => {
  const make = () => test.ctx.auth.createSession(test.ctx.db, org.actor.userId, { ip: null, userAgent: null });
  const [here, there] = [await make(), await make()];
  await requestPasswordReset(anyone(), { email: before });
  const { actor } = (await test.ctx.auth.resolveSession(test.ctx.db, here.token)) ?? expect.fail('no session');
  await confirm('new');
  expect(await test.ctx.auth.resolveSession(test.ctx.db, there.token)).not.toBeNull();
  await confirmEmailChange(makeRequestContext(test.ctx, { actor }), { token: tokenOf('old') });
  expect((await test.ctx.auth.resolveSession(test.ctx.db, here.token))?.actor.email).toBe(wished);
  expect(await test.ctx.auth.resolveSession(test.ctx.db, there.token)).toBeNull();
  const links = await test.ctx.db.select().from(oneTimeLinks).where(eq(oneTimeLinks.userId, org.actor.userId));
  expect(links.map(({ usedAt }) => usedAt)).toEqual([test.ctx.clock.now()]);
});

it("leaves another person's session in the confirming browser alone", async () => {
  const stranger = await makeOrgContext(test.ctx);
  const theirs = await test.ctx.auth.createSession(test.ctx.db, stranger.actor.userId, { ip: null, userAgent: null });
  const { actor } = (await test.ctx.auth.resolveSession(test.ctx.db, theirs.token)) ?? expect.fail('no session');
  for (const side of ['old', 'new'] as const) await confirmEmailChange(makeRequestContext(test.ctx, { actor }), { token: tokenOf(side) });
  expect((await test.ctx.auth.resolveSession(test.ctx.db, theirs.token))?.actor.email).toBe(stranger.actor.email);
  expect(await test.ctx.db.select().from(sessions).where(eq(sessions.userId, org.actor.userId))).toEqual([]);
  expect(await auditRows()).toHaveLength(2);
  expect(await test.ctx.db.select().from(auditLog).where(eq(auditLog.actorId, stranger.actor.userId))).toEqual([]);
});

it('notifies the old address', async () => {
  await confirm('old');
  expect(test.ctx.jobs.payloadsOf(sendSecurityNoticeJob)).toEqual([]);
  await confirm('new');
  expect(test.ctx.jobs.payloadsOf(sendSecurityNoticeJob)).toMatchObject([{ event: 'email-changed', to: before, userId: org.actor.userId }]);
});

it('leaves the organization’s mail channel as it is', async () => {
  const channels = () => test.ctx.db.select().from(notificationChannels).where(eq(notificationChannels.orgId, org.org.id));
  await makeChannel(test.ctx, org.org.id, 'email');
  const unchanged = await channels();
  await confirm('old');
  await confirm('new');
  expect(await channels()).toEqual(unchanged);
});

describe('an invalid link', () => {
  it('of a change that was taken back or replaced confirms nothing', async () => {
    const replaced = changeId;
    changeId = await wishFor(`wished-${++addresses}@example.com`);
    await expect(confirm('old', replaced)).rejects.toMatchObject({ code: 'link_invalid' });
    await cancelEmailChange(org);
    await expect(confirm('old')).rejects.toMatchObject({ code: 'link_invalid', status: 400 });
    await expect(look('new')).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it('ends after a day, even when one address had confirmed', async () => {
    await confirm('old');
    test.ctx.clock.advance(DAY_MS);
    await expect(confirm('new')).rejects.toMatchObject({ code: 'link_expired', status: 400 });
    expect(await look('new')).toMatchObject({ state: 'expired' });
    expect(await addressInForce()).toBe(before);
  });

  it('made up, of another kind or of nobody is refused', async () => {
    const other = test.ctx.auth.signLink('password-reset', newId<'one-time-link'>());
    for (const token of ['', 'x', changeId, `${changeId}.AAAA`, other, tokenOf('old', newId<'email-change'>())])
      await expect(confirmEmailChange(anyone(), { token })).rejects.toMatchObject({ code: 'link_invalid' });
  });
});

describe('an address that somebody has', () => {
  it('is refused when its own mailbox confirms, and nobody else is notified', async () => {
    const taken = await makeUser(test.ctx, await makeOrganization(test.ctx));
    changeId = await wishFor(taken.email);
    await expect(confirm('new')).rejects.toMatchObject({ code: 'email_exists', status: 400 });
    expect(await look('old')).toMatchObject({ state: 'open', otherConfirmed: false });
    expect(await confirm('old')).toEqual({ side: 'old', newEmail: taken.email, state: 'open', confirmed: true, otherConfirmed: false });
    await expect(confirm('new')).rejects.toMatchObject({ code: 'email_exists', status: 400 });
    expect(await addressInForce()).toBe(before);
  });

  it('is refused when it was taken between the two confirmations', async () => {
    await confirm('new');
    await makeUser(test.ctx, await makeOrganization(test.ctx), { email: wished });
    await expect(confirm('old')).rejects.toMatchObject({ code: 'email_exists' });
    expect(await addressInForce()).toBe(before);
  });

  it('goes to one of two who wish for it', async () => {
    const first = { org, changeId };
    org = await makeOrgContext(test.ctx);
    const second = { org, changeId: await wishFor(wished) };
    for (const { changeId: id } of [first, second]) await confirm('new', id);
    const answers = await Promise.allSettled([confirm('old', first.changeId), confirm('old', second.changeId)]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'email_exists' });
  });
});

describe('the mails', () => {
  it('go to both addresses with a link each, made by the job', async () => {
    for (const payload of test.ctx.jobs.payloadsOf(sendEmailChangeMailJob)) await sendEmailChangeMail(test.ctx, payload);
    const mail = { kind: 'email-change', newEmail: wished, validHours: 24 };
    expect(test.ctx.gateways.mailer.sent).toMatchObject([
      {
        idempotencyKey: `${changeId}-old`,
        mail: { ...mail, side: 'old', to: before, link: `http://localhost:3000/confirm-email/${tokenOf('old')}` },
      },
      {
        idempotencyKey: `${changeId}-new`,
        mail: { ...mail, side: 'new', to: wished, link: `http://localhost:3000/confirm-email/${tokenOf('new')}` },
      },
    ]);
    const [row] = await test.ctx.db.select().from(emailChanges).where(eq(emailChanges.id, changeId));
    expect(JSON.stringify([row, test.ctx.jobs.enqueued])).not.toContain(tokenOf('old').split('.')[1]);
  });

  it('are not sent for what was taken back, has expired or is in force', async () => {
    const send = (side: 'old' | 'new') => sendEmailChangeMail(test.ctx, { changeId, side });
    await confirm('old');
    await confirm('new');
    await send('new');
    changeId = await wishFor(`wished-${++addresses}@example.com`);
    test.ctx.clock.advance(DAY_MS);
    await send('old');
    await cancelEmailChange(org);
    await send('old');
    expect(test.ctx.gateways.mailer.sent).toEqual([]);
  });

  it('are tried again when the mail server is away', async () => {
    test.ctx.gateways.mailer.failNext(new Error('away'));
    await expect(sendEmailChangeMail(test.ctx, { changeId, side: 'old' })).rejects.toThrow('away');
  });
});
