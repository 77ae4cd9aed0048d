import { auditLog, emailChanges, oneTimeLinks, sessions, users } from '@notafter/db';
import { HOUR_MS, MAILBOX_PROOF_VALID_MS, type OneTimeLinkId } from '@notafter/domain';
import {
  createFakeClock,
  createTestContext,
  makeOrganization,
  makeRequestContext,
  makeUser,
  openAs,
  TEST_PASSWORD,
  type TestContext,
  type TestUser,
} from '@notafter/testing';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { openOrganization } from '../../open-organization.ts';
import { cancelEmailChange } from '../../settings/cancel-email-change.ts';
import { confirmEmailChange } from '../../settings/confirm-email-change.ts';
import { getProfile } from '../../settings/get-profile.ts';
import { updateProfile } from '../../settings/update-profile.ts';
import { requestPasswordReset } from '../passwords/request-password-reset.ts';
import { resetPassword } from '../passwords/reset-password.ts';
import { sendAccountMail } from '../send-account-mail.ts';
import { login } from '../sessions/login.ts';
import { newIdentity, roundTrip } from '../testing/oauth-round-trip.ts';
import { activateAccount } from './activate-account.ts';
import { proveMailbox } from './prove-mailbox.ts';
import { register } from './register.ts';
import { requestMailboxProof } from './request-mailbox-proof.ts';

let test: TestContext;
let people = 0;
const clock = createFakeClock();
const listedAddress = () => `ops-${++people}@admins.example`;
beforeAll(async () => {
  test = await createTestContext({
    clock,
    config: { platformAdminEmailDomains: ['admins.example'], identityProviders: ['github', 'google'] },
  });
});
afterAll(() => test.close());

let user: TestUser;
let org: OrgContext;
beforeEach(async () => {
  user = await makeUser(test.ctx, await makeOrganization(test.ctx), { email: listedAddress(), password: TEST_PASSWORD });
  org = await openAs(test.ctx, user);
});

const withoutPassword = async () => makeUser(test.ctx, await makeOrganization(test.ctx), { email: listedAddress() });
const stateOf = async (who: TestUser) => (await getProfile(await openAs(test.ctx, who))).platformAdmin;
const linkOf = async (who: TestUser, purpose: 'account-activation' | 'mailbox-proof' | 'password-reset'): Promise<OneTimeLinkId> => {
  const its = and(eq(oneTimeLinks.userId, who.id), eq(oneTimeLinks.purpose, purpose));
  const [link] = await test.ctx.db.select().from(oneTimeLinks).where(its).orderBy(desc(oneTimeLinks.id));
  return link?.id ?? expect.fail('no link');
};
const askForLink = async (who = user, by = org): Promise<string> => {
  await requestMailboxProof(by);
  return test.ctx.auth.signLink('mailbox-proof', await linkOf(who, 'mailbox-proof'));
};
const userOf = async (email: string): Promise<TestUser> => {
  const [row] = await test.ctx.db.select().from(users).where(eq(users.email, email));
  return row ?? expect.fail('no account');
};

describe('the platform administrator’s right', () => {
  it('is not given by an activation link, since a stranger may have chosen the password', async () => {
    const email = listedAddress();
    await register(makeRequestContext(test.ctx), { email, firstName: 'Eve', lastName: 'Stranger', password: 'slow green lantern' });
    const stranger = await userOf(email);
    const token = test.ctx.auth.signLink('account-activation', await linkOf(stranger, 'account-activation'));
    await activateAccount(makeRequestContext(test.ctx), { token });
    await login(makeRequestContext(test.ctx), { email, password: 'slow green lantern' });
    expect(await stateOf(stranger)).toBe('unproven');
  });

  it('is not given by a reset link either', async () => {
    await requestPasswordReset(makeRequestContext(test.ctx), { email: user.email });
    const token = test.ctx.auth.signLink('password-reset', await linkOf(user, 'password-reset'));
    await resetPassword(makeRequestContext(test.ctx), { token, password: 'slow green lantern' });
    expect(await stateOf(user)).toBe('unproven');
  });

  it('comes with a mailed link that is used in a session of the person', async () => {
    const token = await askForLink();
    expect(await stateOf(user)).toBe('unproven');
    expect(await proveMailbox(org, { token })).toEqual({ message: 'Your mailbox is confirmed. Every other browser was signed out.' });
    expect(await stateOf(user)).toBe('proven');
    const audited = await test.ctx.db.select().from(auditLog).where(eq(auditLog.actorId, user.id)).orderBy(auditLog.id);
    expect(audited.map(({ action }) => action)).toEqual(['accounts/request-mailbox-proof', 'accounts/prove-mailbox']);
  });

  it('comes with a provider that verified the same address, and with no other', async () => {
    const email = listedAddress();
    await roundTrip(test.ctx, 'google', newIdentity({ email }));
    expect(await stateOf(await userOf(email))).toBe('proven');
    const linking = await withoutPassword();
    await roundTrip(test.ctx, 'github', newIdentity({ email: 'private@example.com' }), { linkTo: linking });
    expect(await stateOf(linking)).toBe('unproven');
    await roundTrip(test.ctx, 'google', newIdentity({ email: linking.email }), { linkTo: linking });
    expect(await stateOf(linking)).toBe('proven');
  });

  it('comes with a later sign-in by a linked provider, once that verified the address', async () => {
    const linked = await withoutPassword();
    const identity = newIdentity({ email: 'before@example.com' });
    await roundTrip(test.ctx, 'google', identity, { linkTo: linked });
    await roundTrip(test.ctx, 'google', { ...identity, email: null });
    expect(await stateOf(linked)).toBe('unproven');
    await roundTrip(test.ctx, 'google', { ...identity, email: linked.email });
    expect(await stateOf(linked)).toBe('proven');
  });

  it('ends with another address, listed or not', async () => {
    await proveMailbox(org, { token: await askForLink() });
    const email = listedAddress();
    const { firstName, lastName } = user;
    await updateProfile(org, { firstName, lastName, company: '', position: '', email });
    await cancelEmailChange(org);
    expect(await stateOf(user)).toBe('proven');
    const { pendingEmail } = await updateProfile(org, { firstName, lastName, company: '', position: '', email });
    expect(pendingEmail?.email).toBe(email);
    const [change] = await test.ctx.db.select().from(emailChanges).where(eq(emailChanges.userId, user.id));
    for (const side of ['old', 'new'] as const) {
      const token = test.ctx.auth.signEmailChange(side, change?.id ?? expect.fail('no change'));
      await confirmEmailChange(makeRequestContext(test.ctx), { token });
    }
    expect(await stateOf({ ...user, email })).toBe('unproven');
  });

  it('is nobody’s whose address is not listed', async () => {
    const other = await makeUser(test.ctx, user.orgId);
    const by = await openAs(test.ctx, other);
    await proveMailbox(by, { token: await askForLink(other, by) });
    expect(await stateOf(other)).toBe('none');
  });
});

describe('the link', () => {
  it('is mailed to the person’s own address', async () => {
    await askForLink();
    test.ctx.gateways.mailer.sent.length = 0;
    await sendAccountMail(test.ctx, { linkId: await linkOf(user, 'mailbox-proof') });
    expect(test.ctx.gateways.mailer.sent).toMatchObject([
      { mail: { kind: 'mailbox-proof', to: user.email, validMinutes: 60, link: expect.stringContaining('/confirm-mailbox/') } },
    ]);
  });

  it('works once, for an hour, and for nobody else', async () => {
    const token = await askForLink();
    const colleague = await openAs(test.ctx, await makeUser(test.ctx, user.orgId, { email: listedAddress() }));
    await expect(proveMailbox(colleague, { token })).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(proveMailbox(org, { token: `${token}x` })).rejects.toMatchObject({ code: 'link_invalid' });
    await proveMailbox(org, { token });
    await expect(proveMailbox(org, { token })).rejects.toMatchObject({ code: 'link_used' });
    const late = await askForLink();
    clock.advance(MAILBOX_PROOF_VALID_MS);
    await expect(proveMailbox(org, { token: late })).rejects.toMatchObject({ code: 'link_expired' });
    clock.advance(HOUR_MS);
  });

  it('ends the sessions that somebody else may have begun', async () => {
    const make = () => test.ctx.auth.createSession(test.ctx.db, user.id, { ip: null, userAgent: null });
    const [here, there] = [await make(), await make()];
    const { actor } = (await test.ctx.auth.resolveSession(test.ctx.db, here.token)) ?? expect.fail('no session');
    const inSession = await openOrganization(makeRequestContext(test.ctx, { actor }));
    await proveMailbox(inSession, { token: await askForLink(user, inSession) });
    expect(await test.ctx.auth.resolveSession(test.ctx.db, there.token)).toBeNull();
    expect(await test.ctx.db.$count(sessions, eq(sessions.userId, user.id))).toBe(1);
  });

  it('is sent three times an hour', async () => {
    for (let n = 0; n < 3; n += 1) await requestMailboxProof(org);
    await expect(requestMailboxProof(org)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
