import {
  auditLog,
  authChallenges,
  cachedImages,
  emailChanges,
  idempotencyKeys,
  newId,
  oneTimeLinks,
  organizations,
  rateLimits,
  sessions,
  totpSecrets,
  users,
} from '@notafter/db';
import { AUDIT_KEPT_DAYS, addMs, DAY_MS, HOUR_MS } from '@notafter/domain';
import { countLockWaits, createTestContext, makeOrganization, makeUser, type TestContext } from '@notafter/testing';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { purgeExpired } from './purge-expired.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

it('removes what ended and keeps what still counts', async () => {
  const { ctx } = test;
  const { db } = ctx;
  const now = ctx.clock.now();
  const { id: userId } = await makeUser(ctx, await makeOrganization(ctx));
  const link = (expiresAt: Date) => ({
    id: newId<'one-time-link'>(),
    purpose: 'password-reset' as const,
    userId,
    createdAt: now,
    expiresAt,
  });
  const kept = link(addMs(now, -29 * DAY_MS));
  await db.insert(oneTimeLinks).values([kept, link(addMs(now, -31 * DAY_MS))]);
  await db.insert(sessions).values([
    { id: 'over', userId, createdAt: now, expiresAt: addMs(now, -HOUR_MS) },
    { id: 'open', userId, createdAt: now, expiresAt: addMs(now, HOUR_MS) },
  ]);
  await db.insert(rateLimits).values([
    { key: 'over', points: 3, expire: now.getTime() - HOUR_MS },
    { key: 'open', points: 3, expire: now.getTime() + HOUR_MS },
  ]);
  const begun = (expiresAt: Date) => ({
    id: newId<'idempotency-key'>(),
    caller: 'network:192.0.2.1',
    key: expiresAt.toISOString(),
    fingerprint: 'f',
    leaseUntil: expiresAt,
    expiresAt,
  });
  await db.insert(idempotencyKeys).values([begun(addMs(now, -HOUR_MS)), begun(addMs(now, HOUR_MS))]);
  await db.insert(cachedImages).values([
    { key: 'old', fetchedAt: addMs(now, -31 * DAY_MS) },
    { key: 'fresh', fetchedAt: addMs(now, -DAY_MS) },
  ]);
  await db.insert(emailChanges).values({
    id: newId<'email-change'>(),
    userId,
    newEmail: 'wished@example.com',
    createdAt: now,
    expiresAt: addMs(now, -31 * DAY_MS),
  });
  const challenge = (expiresAt: Date) => ({ id: newId<'auth-challenge'>(), kind: 'passkey-login' as const, challenge: 'c', expiresAt });
  const open = challenge(addMs(now, HOUR_MS));
  await db.insert(authChallenges).values([open, challenge(addMs(now, -HOUR_MS))]);
  const orgId = await makeOrganization(ctx);
  const withApp = async (createdAt: Date, confirmedAt: Date | null) =>
    db.insert(totpSecrets).values({ userId: (await makeUser(ctx, orgId)).id, secret: 'sealed', createdAt, confirmedAt });
  await withApp(addMs(now, -2 * DAY_MS), null);
  await withApp(addMs(now, -2 * DAY_MS), now);
  await withApp(now, null);
  const audited = (at: Date) => ({ id: newId<'audit-entry'>(), action: 'accounts/login', at });
  const remembered = audited(addMs(now, -AUDIT_KEPT_DAYS * DAY_MS));
  await db.insert(auditLog).values([remembered, audited(addMs(now, -AUDIT_KEPT_DAYS * DAY_MS - 1))]);

  expect(await purgeExpired(ctx)).toEqual({
    sessions: 1,
    links: 1,
    emailChanges: 1,
    challenges: 1,
    apps: 1,
    throttles: 1,
    idempotencyKeys: 1,
    images: 1,
    invitations: 0,
    auditRows: 1,
    unproven: 0,
  });
  expect(await db.select({ id: oneTimeLinks.id }).from(oneTimeLinks)).toEqual([{ id: kept.id }]);
  expect(await db.select({ id: sessions.id }).from(sessions)).toEqual([{ id: 'open' }]);
  expect(await db.select({ id: authChallenges.id }).from(authChallenges)).toEqual([{ id: open.id }]);
  expect(await db.$count(totpSecrets)).toBe(2);
  expect(await db.select({ key: rateLimits.key }).from(rateLimits)).toEqual([{ key: 'open' }]);
  expect(await db.select({ key: cachedImages.key }).from(cachedImages)).toEqual([{ key: 'fresh' }]);
  expect(await db.select({ id: auditLog.id }).from(auditLog)).toEqual([{ id: remembered.id }]);
  expect(await purgeExpired(ctx)).toEqual({
    sessions: 0,
    links: 0,
    emailChanges: 0,
    challenges: 0,
    apps: 0,
    throttles: 0,
    idempotencyKeys: 0,
    images: 0,
    invitations: 0,
    auditRows: 0,
    unproven: 0,
  });
});

it('frees an address that was not proved in two weeks, and keeps members of a person who proved theirs', async () => {
  const { ctx } = test;
  const { db } = ctx;
  const old = { createdAt: addMs(ctx.clock.now(), -15 * DAY_MS) };
  const [squatted, fresh, joined] = [await makeOrganization(ctx), await makeOrganization(ctx), await makeOrganization(ctx)];
  for (const orgId of [squatted, joined]) await db.update(organizations).set(old).where(eq(organizations.id, orgId));
  const { email } = await makeUser(ctx, squatted, { activated: false });
  await makeUser(ctx, fresh, { activated: false });
  await makeUser(ctx, joined, { activated: false });
  await makeUser(ctx, joined);
  expect(await purgeExpired(ctx)).toMatchObject({ unproven: 1 });
  expect(await db.$count(users, eq(users.email, email))).toBe(0);
  expect(await db.$count(users, inArray(users.orgId, [fresh, joined]))).toBe(3);
});

it('keeps the account if its address is proved at that moment', async () => {
  const { ctx } = test;
  const orgId = await makeOrganization(ctx);
  await ctx.db
    .update(organizations)
    .set({ createdAt: addMs(ctx.clock.now(), -15 * DAY_MS) })
    .where(eq(organizations.id, orgId));
  const { id } = await makeUser(ctx, orgId, { activated: false });
  const { purging } = await ctx.db.transaction(async (tx) => {
    await tx.update(users).set({ activatedAt: ctx.clock.now() }).where(eq(users.id, id));
    const purging = purgeExpired(ctx);
    await expect.poll(() => countLockWaits(ctx.db)).toBe(1);
    return { purging };
  });
  expect(await purging).toMatchObject({ unproven: 0 });
  expect(await ctx.db.$count(users, eq(users.id, id))).toBe(1);
});
