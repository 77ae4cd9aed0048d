import { auditLog, oneTimeLinks, organizations, users } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { createTestContext, makeOrganization, makeRequestContext, makeUser, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendAccountMailJob } from '../account-jobs.ts';
import { register } from './register.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());
beforeEach(() => test.ctx.jobs.clear());

let people = 0;
const inputFor = (overrides: Partial<Parameters<typeof register>[1]> = {}) => {
  people += 1;
  return {
    email: `ada${people}@org${people}.example`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    password: 'correct horse battery',
    ...overrides,
  };
};

const accountOf = async (email: string) => {
  const [row] = await test.ctx.db
    .select({ user: users, org: organizations })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.orgId))
    .where(eq(users.email, email));
  return row;
};

it('makes an organization and its admin, closed until the mailed link is followed', async () => {
  const input = inputFor();
  expect(await register(makeRequestContext(test.ctx), input)).toEqual({
    message: 'Registration successful! Check your email for verification.',
  });
  expect(await accountOf(input.email)).toMatchObject({
    user: {
      role: 'admin',
      firstName: 'Ada',
      lastName: 'Lovelace',
      activatedAt: null,
      passwordHash: expect.stringMatching(/^\$argon2id\$/),
    },
    org: { name: `org${people}.example`, plan: 'Forever Free', disabled: false },
  });
});

it('names the organization after the person behind a public mail provider', async () => {
  const input = inputFor({ email: 'ada.lovelace@gmail.com' });
  await register(makeRequestContext(test.ctx), input);
  expect((await accountOf(input.email))?.org.name).toBe('Ada Lovelace');
});

it('asks for the mail of a link that works for two days', async () => {
  const input = inputFor();
  await register(makeRequestContext(test.ctx), input);
  const account = await accountOf(input.email);
  const [link] = await test.ctx.db
    .select()
    .from(oneTimeLinks)
    .where(eq(oneTimeLinks.userId, account?.user.id ?? expect.fail()));
  expect(link).toMatchObject({ purpose: 'account-activation', usedAt: null, expiresAt: addMs(test.ctx.clock.now(), 2 * DAY_MS) });
  expect(test.ctx.jobs.payloadsOf(sendAccountMailJob)).toEqual([{ linkId: link?.id }]);
});

it('leaves one audit row, with the address it came from and no secret', async () => {
  const input = inputFor();
  const ctx = makeRequestContext(test.ctx);
  await register(ctx, input);
  const account = await accountOf(input.email);
  const rows = await test.ctx.db.select().from(auditLog).where(eq(auditLog.actorEmail, input.email));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ action: 'accounts/register', orgId: account?.org.id, actorId: account?.user.id, ip: ctx.origin.ip });
  expect(JSON.stringify(rows)).not.toContain('correct horse');
});

it('reports a taken address regardless of its password, and writes nothing', async () => {
  const { ctx } = test;
  const { email } = await makeUser(ctx, await makeOrganization(ctx));
  const before = await ctx.db.$count(organizations);
  await expect(register(makeRequestContext(ctx), inputFor({ email }))).rejects.toMatchObject({
    code: 'email_exists',
    status: 400,
    message: 'Email already exists. Try signing in instead.',
  });
  expect(await ctx.db.$count(organizations)).toBe(before);
  expect(ctx.jobs.enqueued).toEqual([]);
});

it('lets one of several registrations with the same address win', async () => {
  const { ctx } = test;
  const before = await ctx.db.$count(organizations);
  const input = inputFor();
  const answers = await Promise.allSettled([1, 2, 3, 4].map(() => register(makeRequestContext(ctx), input)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'email_exists' });
  expect(await ctx.db.$count(organizations)).toBe(before + 1);
});

it.each([
  ['short', 'password_too_short'],
  ['letmein', 'password_too_common'],
  ['notafter2026', 'password_too_common'],
  ['Lovelace1', 'password_too_common'],
])('refuses the password %s and makes nothing', async (password, code) => {
  const input = inputFor({ password });
  await expect(register(makeRequestContext(test.ctx), input)).rejects.toMatchObject({ code });
  expect(await accountOf(input.email)).toBeUndefined();
});

describe('throttling', () => {
  it('makes trying addresses from one network slow', async () => {
    const ctx = makeRequestContext(test.ctx);
    // The cheapest refusal: what counts is the try.
    for (let n = 0; n < 20; n += 1) await expect(register(ctx, inputFor({ password: '1' }))).rejects.toMatchObject({ status: 400 });
    await expect(register(ctx, inputFor())).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      retryAfterSeconds: expect.any(Number),
    });
    await register(makeRequestContext(test.ctx), inputFor());
  });

  it('counts one IPv6 network as one', async () => {
    const from = (ip: string) => makeRequestContext(test.ctx, { origin: { ip, userAgent: null } });
    for (let n = 0; n < 20; n += 1) {
      await expect(register(from(`2001:db8:1:2::${n + 1}`), inputFor({ password: '1' }))).rejects.toMatchObject({ status: 400 });
    }
    await expect(register(from('2001:db8:1:2:ffff::1'), inputFor())).rejects.toMatchObject({ code: 'rate_limited' });
    await register(from('2001:db8:1:3::1'), inputFor());
  });

  it('makes asking about one address slow from wherever it is asked', async () => {
    const input = inputFor({ password: '1' });
    for (let n = 0; n < 5; n += 1) await expect(register(makeRequestContext(test.ctx), input)).rejects.toMatchObject({ status: 400 });
    await expect(register(makeRequestContext(test.ctx), input)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

it('opens the account at once with DEV_AUTO_ACTIVATE, and sends no mail', async () => {
  const input = inputFor();
  const ctx = makeRequestContext({ ...test.ctx, config: { ...test.ctx.config, devAutoActivate: true } });
  await register(ctx, input);
  expect((await accountOf(input.email))?.user.activatedAt).toEqual(test.ctx.clock.now());
  expect(test.ctx.jobs.enqueued).toEqual([]);
});
