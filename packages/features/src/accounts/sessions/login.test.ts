import { auditLog, organizations, sessions, totpSecrets, users } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import {
  countLockWaits,
  createTestContext,
  makeOrganization,
  makeRequestContext,
  makeUser,
  signedInOf,
  TEST_PASSWORD,
  type TestContext,
  type TestUser,
} from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendAccountMailJob } from '../account-jobs.ts';
import { login } from './login.ts';

let test: TestContext;
let user: TestUser;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.ctx.jobs.clear();
  user = await makeUser(test.ctx, await makeOrganization(test.ctx), { password: TEST_PASSWORD });
});

const refused = { code: 'invalid_credentials', status: 401, message: 'Invalid email or password. Please try again.' };
const credentials = (overrides: { email?: string; password?: string } = {}) => ({
  email: user.email,
  password: TEST_PASSWORD,
  ...overrides,
});

it('signs in: the person, and a session that remembers where it came from', async () => {
  const ctx = makeRequestContext(test.ctx, { origin: { ip: '192.0.2.7', userAgent: 'Browser/1' } });
  const { user: shown, session } = signedInOf(await login(ctx, credentials()));
  expect(shown).toEqual({
    id: user.id,
    email: user.email,
    firstName: 'Ada',
    lastName: 'Lovelace',
    role: 'admin',
    avatarHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await ctx.auth.resolveSession(ctx.db, session.token))?.actor.userId).toBe(user.id);
  const [row] = await ctx.db.select().from(sessions).where(eq(sessions.userId, user.id));
  expect(row).toMatchObject({ ip: '192.0.2.7', userAgent: 'Browser/1' });
});

it('leaves one audit row', async () => {
  await login(makeRequestContext(test.ctx), credentials());
  const rows = await test.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'accounts/login')));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ orgId: user.orgId, actorEmail: user.email });
});

it('starts a new session each time and ends the one the browser had', async () => {
  const ctx = makeRequestContext(test.ctx);
  const first = signedInOf(await login(ctx, credentials()));
  const before = await ctx.auth.resolveSession(ctx.db, first.session.token);
  const second = signedInOf(await login({ ...ctx, actor: before?.actor ?? null }, credentials()));
  expect(second.session.token).not.toBe(first.session.token);
  expect(await ctx.auth.resolveSession(ctx.db, first.session.token)).toBeNull();
  expect(await ctx.auth.resolveSession(ctx.db, second.session.token)).not.toBeNull();
});

describe('a stranger', () => {
  it('is the same for a wrong password and an unknown address', async () => {
    await expect(login(makeRequestContext(test.ctx), credentials({ password: 'wrong' }))).rejects.toMatchObject(refused);
    await expect(login(makeRequestContext(test.ctx), credentials({ email: 'nobody@example.com' }))).rejects.toMatchObject(refused);
  });

  it('is the same for accounts without password, not activated and in a disabled organization', async () => {
    const orgId = await makeOrganization(test.ctx, { disabled: true });
    const disabled = await makeUser(test.ctx, orgId, { password: TEST_PASSWORD });
    const closed = await makeUser(test.ctx, user.orgId, { password: TEST_PASSWORD, activated: false });
    const withoutPassword = await makeUser(test.ctx, user.orgId);
    for (const { email } of [disabled, closed, withoutPassword]) {
      await expect(login(makeRequestContext(test.ctx), { email, password: 'wrong' })).rejects.toMatchObject(refused);
    }
    expect(test.ctx.jobs.enqueued).toEqual([]);
  });

  it('costs the server the same: one password hash per request', async () => {
    const verifyPassword = vi.fn(test.ctx.auth.verifyPassword);
    const ctx = makeRequestContext({ ...test.ctx, auth: { ...test.ctx.auth, verifyPassword } });
    await expect(login(ctx, credentials({ password: 'wrong' }))).rejects.toMatchObject(refused);
    await expect(login(ctx, credentials({ email: 'nobody@example.com' }))).rejects.toMatchObject(refused);
    expect(verifyPassword.mock.calls.map(([hash]) => hash === null)).toEqual([false, true]);
  });
});

describe('an account that was never activated', () => {
  beforeEach(() => test.ctx.db.update(users).set({ activatedAt: null }).where(eq(users.id, user.id)));

  it('gets the reason and a new link after the right password', async () => {
    await expect(login(makeRequestContext(test.ctx), credentials())).rejects.toMatchObject({
      code: 'not_activated',
      status: 403,
      message: 'Account not activated. Please check your email for activation link.',
    });
    expect(test.ctx.jobs.payloadsOf(sendAccountMailJob)).toHaveLength(1);
    expect(await test.ctx.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  });

  it('does not flood its mailbox', async () => {
    for (let n = 0; n < 6; n += 1) {
      await expect(login(makeRequestContext(test.ctx), credentials())).rejects.toMatchObject({ code: 'not_activated' });
    }
    expect(test.ctx.jobs.payloadsOf(sendAccountMailJob)).toHaveLength(3);
  });
});

it('refuses members of a disabled organization after the right password', async () => {
  await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, user.orgId));
  await expect(login(makeRequestContext(test.ctx), credentials())).rejects.toMatchObject({ code: 'organization_disabled', status: 403 });
});

describe('throttling', () => {
  const wrong = () => credentials({ password: 'wrong' });

  it('delays guesses at one account from one network, right password or not', async () => {
    const ctx = makeRequestContext(test.ctx);
    for (let n = 0; n < 8; n += 1) await expect(login(ctx, wrong())).rejects.toMatchObject(refused);
    await expect(login(ctx, credentials())).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      message: 'Too many attempts. Please wait and try again.',
      retryAfterSeconds: expect.any(Number),
    });
  });

  it('does not lock the owner out: they sign in from elsewhere', async () => {
    const attacker = makeRequestContext(test.ctx);
    for (let n = 0; n < 9; n += 1) await login(attacker, wrong()).catch(() => undefined);
    await login(makeRequestContext(test.ctx), credentials());
  });

  it('answers unknown addresses with the same delay', async () => {
    const ctx = makeRequestContext(test.ctx);
    const nobody = { email: `nobody-${user.id}@example.com`, password: 'wrong' };
    for (let n = 0; n < 8; n += 1) await expect(login(ctx, nobody)).rejects.toMatchObject(refused);
    await expect(login(ctx, nobody)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('lets the right guess of a crowd not slip through beside the count', async () => {
    const ctx = makeRequestContext(test.ctx);
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => login(ctx, wrong())));
    const codes = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'in'));
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(8);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(12);
  });

  describe('of strangers from ever other networks', () => {
    const from = (ip: string) => makeRequestContext(test.ctx, { origin: { ip, userAgent: null } });
    const crowd = async () => {
      const verifyPassword = async () => false;
      for (let n = 0; n < 60; n += 1) {
        const ctx = makeRequestContext(test.ctx);
        await login({ ...ctx, auth: { ...ctx.auth, verifyPassword } }, wrong()).catch(() => undefined);
      }
    };
    const limited = { code: 'rate_limited' };

    it('leaves the owner in where they signed in before, for a month', async () => {
      await login(from('2001:db8:1:2::7'), credentials());
      await crowd();
      await expect(login(makeRequestContext(test.ctx), credentials())).rejects.toMatchObject(limited);
      // Another address of the same subscriber, and wrong first: the strangers' count is not asked.
      await expect(login(from('2001:db8:1:2::8'), wrong())).rejects.toMatchObject(refused);
      await login(from('2001:db8:1:2::8'), credentials());
      await crowd();
      await test.ctx.db
        .update(auditLog)
        .set({ at: addMs(test.ctx.clock.now(), -30 * DAY_MS - 1) })
        .where(eq(auditLog.actorId, user.id));
      await expect(login(from('2001:db8:1:2::9'), credentials())).rejects.toMatchObject(limited);
    });

    it('does not trust a network after a colleague’s sign-in, or after a first factor alone', async () => {
      const colleague = await makeUser(test.ctx, user.orgId, { password: TEST_PASSWORD });
      await login(from('192.0.2.31'), { email: colleague.email, password: TEST_PASSWORD });
      await test.ctx.db.insert(totpSecrets).values({
        userId: user.id,
        secret: 'sealed',
        createdAt: test.ctx.clock.now(),
        confirmedAt: test.ctx.clock.now(),
      });
      expect(await login(from('192.0.2.32'), credentials())).toMatchObject({ state: 'second-factor' });
      await crowd();
      for (const ip of ['192.0.2.31', '192.0.2.32']) await expect(login(from(ip), credentials())).rejects.toMatchObject(limited);
    });

    it('leaves a known network its own few tries', async () => {
      await login(from('192.0.2.33'), credentials());
      for (let n = 0; n < 8; n += 1) await expect(login(from('192.0.2.33'), wrong())).rejects.toMatchObject(refused);
      await expect(login(from('192.0.2.33'), credentials())).rejects.toMatchObject(limited);
    });
  });

  it('starts counting again after a sign-in', async () => {
    const ctx = makeRequestContext(test.ctx);
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 5; n += 1) await expect(login(ctx, wrong())).rejects.toMatchObject(refused);
      await login(ctx, credentials());
    }
  });
});

it('logs a refusal without address or password, and audits nothing', async () => {
  const logged = test.ctx.log.entries.length;
  await login(makeRequestContext(test.ctx), credentials({ password: 'wrong-one' })).catch(() => undefined);
  const entries = test.ctx.log.entries.slice(logged);
  expect(entries).toMatchObject([{ level: 'info', message: 'sign-in refused', fields: { userId: user.id } }]);
  expect(JSON.stringify(entries)).not.toMatch(/wrong-one|@example/);
  expect(await test.ctx.db.$count(auditLog, eq(auditLog.actorId, user.id))).toBe(0);
});

describe('while the password is changed', () => {
  const sessionsOf = () => test.ctx.db.select().from(sessions).where(eq(sessions.userId, user.id));
  const change = { passwordHash: 'another' };

  it('makes no session for the one that was right when it was looked at', async () => {
    const ctx = makeRequestContext(test.ctx);
    const verifyPassword: typeof ctx.auth.verifyPassword = async (hash, password) => {
      const isRight = await ctx.auth.verifyPassword(hash, password);
      await ctx.db.update(users).set(change).where(eq(users.id, user.id));
      return isRight;
    };
    await expect(login({ ...ctx, auth: { ...ctx.auth, verifyPassword } }, credentials())).rejects.toMatchObject(refused);
    expect(await sessionsOf()).toEqual([]);
  });

  it('waits for the change, whose end of every session would come too early', async () => {
    const attempt = await test.ctx.db.transaction(async (tx) => {
      await tx.update(users).set(change).where(eq(users.id, user.id));
      const signingIn = login(makeRequestContext(test.ctx), credentials()).catch((error: unknown) => error);
      await expect.poll(() => countLockWaits(test.ctx.db)).toBe(1);
      return { signingIn };
    });
    expect(await attempt.signingIn).toMatchObject(refused);
    expect(await sessionsOf()).toEqual([]);
  });
});
