import { apiKeys, auditLog, emailChanges, identities, newId, oneTimeLinks, passkeys, tokens, totpSecrets, users } from '@notafter/db';
import { addMs, HOUR_MS, type OneTimeLinkId, SECOND_MS } from '@notafter/domain';
import {
  createTestContext,
  makeOrganization,
  makeRequestContext,
  makeUser,
  signedInOf,
  TEST_PASSWORD,
  type TestContext,
  type TestUser,
} from '@notafter/testing';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { throttleOf } from '../../throttling/throttle.ts';
import { sendSecurityNoticeJob } from '../account-jobs.ts';
import { login } from '../sessions/login.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';

let test: TestContext;
let user: TestUser;
let linkId: OneTimeLinkId;
let token: string;
const password = 'staple of a different kind';

beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(async () => {
  user = await makeUser(test.ctx, await makeOrganization(test.ctx), { password: TEST_PASSWORD });
  linkId = await askForLink();
  token = test.ctx.auth.signLink('password-reset', linkId);
});

const askForLink = async (): Promise<OneTimeLinkId> => {
  await requestPasswordReset(makeRequestContext(test.ctx), { email: user.email });
  const [link] = await test.ctx.db.select().from(oneTimeLinks).where(eq(oneTimeLinks.userId, user.id)).orderBy(desc(oneTimeLinks.id));
  return link?.id ?? expect.fail('no link');
};
const reset = (overrides: { token?: string; password?: string; endCredentials?: boolean; removeSignInMethods?: boolean } = {}) =>
  resetPassword(makeRequestContext(test.ctx), { token, password, ...overrides });
const signIn = (withPassword: string) => login(makeRequestContext(test.ctx), { email: user.email, password: withPassword });

it('sets the new password; the old one ends', async () => {
  expect(await reset()).toEqual({
    message: 'Password reset successfully! Redirecting to login...',
    ended: { tokens: 0, apiKeys: 0 },
    remaining: [],
    removed: { passkeys: 0, identities: 0 },
    remainingSignInMethods: [],
  });
  await signIn(password);
  await expect(signIn(TEST_PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' });
});

it('ends every session of the person', async () => {
  const { session } = signedInOf(await signIn(TEST_PASSWORD));
  await reset();
  expect(await test.ctx.auth.resolveSession(test.ctx.db, session.token)).toBeNull();
});

describe('tokens and API keys', () => {
  const made = () => ({ createdAt: test.ctx.clock.now(), ending: 'x7Qf' });
  const addToken = (userId: TestUser['id'], name: string, changes: Partial<typeof tokens.$inferInsert> = {}) => {
    const { id, hash } = { id: newId<'token'>(), hash: newId() };
    return test.ctx.db.insert(tokens).values({ ...made(), id, userId, name, hash, ...changes });
  };
  const addKey = (createdBy: TestUser, name: string, changes: Partial<typeof apiKeys.$inferInsert> = {}) => {
    const row = { id: newId<'api-key'>(), orgId: createdBy.orgId, createdBy: createdBy.id, hash: newId(), canRead: true, canWrite: true };
    return test.ctx.db.insert(apiKeys).values({ ...made(), ...row, name, ...changes });
  };
  const running = async () => {
    const own = await test.ctx.db.select({ name: tokens.name }).from(tokens).where(isNull(tokens.revokedAt));
    const keys = await test.ctx.db.select({ name: apiKeys.name }).from(apiKeys).where(isNull(apiKeys.revokedAt));
    return [...own, ...keys]
      .map(({ name }) => name)
      .filter((name) => name.endsWith(user.id))
      .sort();
  };
  const named = (name: string) => `${name} ${user.id}`;
  beforeEach(async () => {
    const colleague = await makeUser(test.ctx, user.orgId);
    await addToken(user.id, named('own'));
    await addToken(user.id, named('ended'), { revokedAt: test.ctx.clock.now() });
    await addToken(colleague.id, named('theirs'));
    await addKey(user, named('key'));
    await addKey(user, named('expired'), { expiresAt: test.ctx.clock.now() });
    await addKey(colleague, named('their key'));
  });

  it('stay, and those the person made and that still work are named', async () => {
    const { ended, remaining } = await reset();
    expect(ended).toEqual({ tokens: 0, apiKeys: 0 });
    expect(remaining).toEqual([
      { kind: 'token', name: named('own'), ...made(), lastUsedAt: null },
      { kind: 'api-key', name: named('key'), ...made(), lastUsedAt: null },
    ]);
    expect(await running()).toEqual(['expired', 'key', 'own', 'their key', 'theirs'].map(named));
  });

  it('end on request, the person’s own and no colleague’s, with their count in the audit row', async () => {
    expect(await reset({ endCredentials: true })).toMatchObject({ ended: { tokens: 1, apiKeys: 1 }, remaining: [] });
    expect(await running()).toEqual(['expired', 'their key', 'theirs'].map(named));
    const [audited] = await test.ctx.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'accounts/reset-password')));
    expect(audited?.detail).toEqual({ endedTokens: 1, endedApiKeys: 1 });
  });

  it('stay where the password is refused', async () => {
    await expect(reset({ password: 'short', endCredentials: true })).rejects.toMatchObject({ code: 'password_too_short' });
    expect(await running()).toHaveLength(5);
  });
});

describe('passkeys, linked accounts and the authenticator app', () => {
  let colleague: TestUser;
  const named = (kind: string, name: string | null) => ({ kind, name, since: test.ctx.clock.now() });
  const eventsMailed = () => test.ctx.jobs.payloadsOf(sendSecurityNoticeJob).map(({ event }) => event);
  const addApp = async (changes: Partial<typeof totpSecrets.$inferInsert> = {}): Promise<void> => {
    const at = test.ctx.clock.now();
    await test.ctx.db.insert(totpSecrets).values({ userId: user.id, secret: 'sealed', createdAt: at, confirmedAt: at, ...changes });
  };
  const detailOf = async () => {
    const [row] = await test.ctx.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'accounts/reset-password')));
    return row?.detail;
  };
  beforeEach(async () => {
    const { ctx } = test;
    colleague = await makeUser(ctx, user.orgId);
    for (const { id: userId } of [user, colleague]) {
      const createdAt = ctx.clock.now();
      const key = { credentialId: newId(), publicKey: Buffer.from([1]), counter: 0, transports: [] };
      await ctx.db.insert(passkeys).values({ ...key, id: newId<'passkey'>(), userId, name: 'Laptop', createdAt });
      const linked = { userId, email: 'grace@elsewhere.example', linkedAt: createdAt };
      await ctx.db.insert(identities).values({ ...linked, provider: 'github', subject: newId() });
    }
    ctx.jobs.clear();
  });

  it('stay, and are named', async () => {
    await addApp();
    const { removed, remainingSignInMethods } = await reset();
    expect(removed).toEqual({ passkeys: 0, identities: 0 });
    expect(remainingSignInMethods).toEqual([
      named('passkey', 'Laptop'),
      named('github', 'grace@elsewhere.example'),
      named('authenticator-app', null),
    ]);
    expect(await detailOf()).toEqual({});
  });

  it('are removed on request, the person’s own alone, with mails and their count in the audit row', async () => {
    // Never confirmed, so no sign-in asks for it.
    await addApp({ confirmedAt: null });
    expect(await reset({ removeSignInMethods: true })).toMatchObject({
      removed: { passkeys: 1, identities: 1 },
      remainingSignInMethods: [],
    });
    for (const table of [passkeys, identities]) {
      expect([
        await test.ctx.db.$count(table, eq(table.userId, user.id)),
        await test.ctx.db.$count(table, eq(table.userId, colleague.id)),
      ]).toEqual([0, 1]);
    }
    expect(eventsMailed()).toEqual(['password-changed', 'passkey-removed', 'github-removed']);
    expect(await detailOf()).toEqual({ removedPasskeys: 1, removedIdentities: 1 });
  });

  it('all stay with an authenticator app, whatever the mailbox asks for, and its code is still required', async () => {
    await addApp();
    const { removed, remainingSignInMethods } = await reset({ removeSignInMethods: true });
    expect(removed).toEqual({ passkeys: 0, identities: 0 });
    expect(remainingSignInMethods.map(({ kind }) => kind)).toEqual(['passkey', 'github', 'authenticator-app']);
    expect(eventsMailed()).toEqual(['password-changed']);
    expect(await signIn(password)).toMatchObject({ state: 'second-factor' });
  });
});

it('notifies the person by mail', async () => {
  test.ctx.jobs.clear();
  await reset();
  expect(test.ctx.jobs.payloadsOf(sendSecurityNoticeJob)).toMatchObject([{ userId: user.id, event: 'password-changed', to: null }]);
});

it('ends a change of address that somebody else may have asked for', async () => {
  const createdAt = test.ctx.clock.now();
  const change = { id: newId<'email-change'>(), userId: user.id, newEmail: 'eve@example.com', createdAt };
  await test.ctx.db.insert(emailChanges).values({ ...change, expiresAt: addMs(createdAt, HOUR_MS), newConfirmedAt: createdAt });
  await reset();
  expect(await test.ctx.db.select().from(emailChanges).where(eq(emailChanges.userId, user.id))).toEqual([]);
});

it('leaves one audit row without a secret', async () => {
  await reset();
  const audited = await test.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'accounts/reset-password')));
  expect(audited).toMatchObject([{ orgId: user.orgId, actorEmail: user.email, subjectId: user.id }]);
  expect(JSON.stringify(audited)).not.toContain(password);
});

it('works once', async () => {
  await reset();
  await expect(reset({ password: 'yet another password' })).rejects.toMatchObject({
    code: 'link_used',
    status: 400,
    message: 'This link was already used. Please request a new one.',
  });
  await signIn(password);
});

it('works once, however many use it together', async () => {
  const attempts = ['first of the new ones', 'second of the new ones', 'third of the new ones'];
  const answers = await Promise.allSettled(attempts.map((attempt) => reset({ password: attempt })));
  const winners = attempts.filter((_, n) => answers[n]?.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'link_used' });
  await signIn(winners[0] ?? '');
});

it('makes older and newer links of the person useless', async () => {
  const newer = test.ctx.auth.signLink('password-reset', await askForLink());
  await reset();
  await expect(reset({ token: newer })).rejects.toMatchObject({ code: 'link_used' });
});

it('survives two links of one person used together', async () => {
  const newer = test.ctx.auth.signLink('password-reset', await askForLink());
  const answers = await Promise.allSettled([reset(), reset({ token: newer })]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'link_used' });
});

it('ends after an hour', async () => {
  test.ctx.clock.advance(HOUR_MS - SECOND_MS);
  await expect(reset({ password: 'short' })).rejects.toMatchObject({ code: 'password_too_short' });
  test.ctx.clock.advance(SECOND_MS);
  await expect(reset()).rejects.toMatchObject({
    code: 'link_expired',
    status: 400,
    message: 'This link has expired. Please request a new one.',
  });
});

it('keeps the link for another try when the password is refused', async () => {
  await expect(reset({ password: 'short' })).rejects.toMatchObject({
    code: 'password_too_short',
    message: 'Password must be at least 6 characters long.',
  });
  for (const common of ['iloveyou', user.email, `${user.lastName}1`]) {
    await expect(reset({ password: common })).rejects.toMatchObject({ code: 'password_too_common' });
  }
  await reset();
});

it('opens an account that was never activated: the mail proved the address', async () => {
  await test.ctx.db.update(users).set({ activatedAt: null }).where(eq(users.id, user.id));
  await reset();
  await signIn(password);
});

it.each(['', 'x', '%00', '0198a7a2-1111-7222-8333-444455556666.AAAA'])('refuses the garbled link %j', async (garbled) => {
  await expect(reset({ token: garbled })).rejects.toMatchObject({
    code: 'link_invalid',
    status: 400,
    message: 'This link is not valid. Please request a new one.',
  });
});

it('refuses a link for another purpose and a genuine one whose row is gone', async () => {
  await expect(reset({ token: test.ctx.auth.signLink('account-activation', linkId) })).rejects.toMatchObject({ code: 'link_invalid' });
  await expect(reset({ token: test.ctx.auth.signLink('password-reset', newId()) })).rejects.toMatchObject({ code: 'link_invalid' });
});

it('lets its person in from there, however many strangers try their account', async () => {
  const here = makeRequestContext(test.ctx);
  await resetPassword(here, { token, password });
  const throttle = throttleOf(test.ctx);
  while (await throttle.trySpend('loginToAccount', user.email));
  await expect(signIn(password)).rejects.toMatchObject({ code: 'rate_limited' });
  await login(here, { email: user.email, password });
});
