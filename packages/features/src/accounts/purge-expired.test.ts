import { cachedImages, newId, oneTimeLinks, rateLimits, sessions } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS } from '@notafter/domain';
import { createTestContext, makeOrganization, makeUser, type TestContext } from '@notafter/testing';
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
  await db.insert(cachedImages).values([
    { key: 'old', fetchedAt: addMs(now, -31 * DAY_MS) },
    { key: 'fresh', fetchedAt: addMs(now, -DAY_MS) },
  ]);

  expect(await purgeExpired(ctx)).toEqual({ sessions: 1, links: 1, throttles: 1, images: 1 });
  expect(await db.select({ id: oneTimeLinks.id }).from(oneTimeLinks)).toEqual([{ id: kept.id }]);
  expect(await db.select({ id: sessions.id }).from(sessions)).toEqual([{ id: 'open' }]);
  expect(await db.select({ key: rateLimits.key }).from(rateLimits)).toEqual([{ key: 'open' }]);
  expect(await db.select({ key: cachedImages.key }).from(cachedImages)).toEqual([{ key: 'fresh' }]);
  expect(await purgeExpired(ctx)).toEqual({ sessions: 0, links: 0, throttles: 0, images: 0 });
});
