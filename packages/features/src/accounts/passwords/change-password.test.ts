import { auditLog, oneTimeLinks, totpSecrets, users } from '@notafter/db';
import { FRESH_SESSION_MS } from '@notafter/domain';
import {
  createTestContext,
  makeOrganization,
  makeRequestContext,
  makeUser,
  openAs,
  TEST_PASSWORD,
  type TestContext,
  type TestUser,
} from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { openOrganization } from '../../open-organization.ts';
import { sendSecurityNoticeJob } from '../account-jobs.ts';
import { login } from '../sessions/login.ts';
import { changePassword } from './change-password.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';

let test: TestContext;
let user: TestUser;
let org: OrgContext;
const password = 'staple of a different kind';
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.ctx.jobs.clear();
  user = await makeUser(test.ctx, await makeOrganization(test.ctx), { password: TEST_PASSWORD, role: 'viewer' });
  org = await openAs(test.ctx, user);
});

const signIn = (withPassword: string) => login(makeRequestContext(test.ctx), { email: user.email, password: withPassword });
const change = (overrides: { currentPassword?: string | null; password?: string } = {}) =>
  changePassword(org, { currentPassword: TEST_PASSWORD, password, ...overrides });

it('sets the new password; the old one ends', async () => {
  expect(await change()).toEqual({ message: 'Password changed. Every other browser was signed out.' });
  await signIn(password);
  await expect(signIn(TEST_PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' });
});

it('ends every session but the one it is changed in', async () => {
  const make = () => test.ctx.auth.createSession(test.ctx.db, user.id, { ip: null, userAgent: null });
  const [here, there] = [await make(), await make()];
  const { actor } = (await test.ctx.auth.resolveSession(test.ctx.db, here.token)) ?? expect.fail('no session');
  org = await openOrganization(makeRequestContext(test.ctx, { actor }));
  await change();
  expect(await test.ctx.auth.resolveSession(test.ctx.db, here.token)).not.toBeNull();
  expect(await test.ctx.auth.resolveSession(test.ctx.db, there.token)).toBeNull();
});

it('ends the reset links that were mailed before', async () => {
  await requestPasswordReset(makeRequestContext(test.ctx), { email: user.email });
  const [link] = await test.ctx.db.select().from(oneTimeLinks).where(eq(oneTimeLinks.userId, user.id));
  await change();
  const token = test.ctx.auth.signLink('password-reset', link?.id ?? expect.fail('no link'));
  await expect(resetPassword(makeRequestContext(test.ctx), { token, password: 'a third one' })).rejects.toMatchObject({
    code: 'link_used',
  });
});

it('notifies the person by mail, and leaves one audit row without a secret', async () => {
  await change();
  expect(test.ctx.jobs.payloadsOf(sendSecurityNoticeJob)).toMatchObject([
    { userId: user.id, event: 'password-changed', to: null, ip: org.origin.ip },
  ]);
  const audited = await test.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'accounts/change-password')));
  expect(audited).toMatchObject([{ subjectId: user.id, detail: { first: false } }]);
  const recorded = JSON.stringify([audited, test.ctx.jobs.enqueued]);
  expect(recorded).not.toContain(password);
  expect(recorded).not.toContain(TEST_PASSWORD);
});

it.each([undefined, null, '', 'not the password'])('asks for the current password, and takes no %j', async (currentPassword) => {
  await expect(change({ currentPassword: currentPassword ?? null })).rejects.toMatchObject({ code: 'current_password_wrong', status: 400 });
  await signIn(TEST_PASSWORD);
  expect(test.ctx.jobs.payloadsOf(sendSecurityNoticeJob)).toEqual([]);
});

it('throttles guesses, even when the last guess is right', async () => {
  for (let guess = 0; guess < 10; guess += 1)
    await expect(change({ currentPassword: `guess ${guess}` })).rejects.toMatchObject({ code: 'current_password_wrong' });
  await expect(change()).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
});

it('judges the new password as registration does', async () => {
  await expect(change({ password: 'short' })).rejects.toMatchObject({ code: 'password_too_short' });
  for (const common of ['iloveyou', user.email, org.org.name]) {
    await expect(change({ password: common })).rejects.toMatchObject({ code: 'password_too_common' });
  }
});

describe('a person without a password', () => {
  const signInHere = async () => {
    const { token } = await test.ctx.auth.createSession(test.ctx.db, user.id, { ip: null, userAgent: null });
    const { actor } = (await test.ctx.auth.resolveSession(test.ctx.db, token)) ?? expect.fail('no session');
    org = await openOrganization(makeRequestContext(test.ctx, { actor }));
  };
  beforeEach(async () => {
    await test.ctx.db.update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
    await signInHere();
  });

  it('sets a first password right after signing in', async () => {
    expect(await change({ currentPassword: null })).toEqual({ message: 'Password set.' });
    await signIn(password);
    expect(test.ctx.jobs.payloadsOf(sendSecurityNoticeJob)).toMatchObject([{ event: 'password-set' }]);
  });

  it('signs in again for it in a browser that was left open', async () => {
    test.ctx.clock.advance(FRESH_SESSION_MS);
    await expect(change({ currentPassword: null })).rejects.toMatchObject({ code: 'proof_required', status: 403 });
    await signInHere();
    await change({ currentPassword: null });
  });

  it('is asked for a code where an app is set up', async () => {
    const at = test.ctx.clock.now();
    await test.ctx.db.insert(totpSecrets).values({ userId: user.id, secret: 'sealed', createdAt: at, confirmedAt: at });
    await expect(change({ currentPassword: null })).rejects.toMatchObject({ code: 'second_factor_invalid', status: 400 });
  });
});

it('takes no code in place of the password one has', async () => {
  await expect(changePassword(org, { currentPassword: null, code: '123456', password })).rejects.toMatchObject({
    code: 'current_password_wrong',
  });
});

it('lets one of two that are changed at once count', async () => {
  const attempts = ['first of the new ones', 'second of the new ones'];
  const answers = await Promise.allSettled(attempts.map((attempt) => change({ password: attempt })));
  const winners = attempts.filter((_, n) => answers[n]?.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  await signIn(winners[0] ?? '');
});

it('changes none that was changed after it was looked at', async () => {
  const hashPassword = async (text: string): Promise<string> => {
    await change({ password: 'changed meanwhile' });
    return org.auth.hashPassword(text);
  };
  const late = changePassword({ ...org, auth: { ...org.auth, hashPassword } }, { currentPassword: TEST_PASSWORD, password });
  await expect(late).rejects.toMatchObject({ code: 'conflict' });
  await signIn('changed meanwhile');
});
