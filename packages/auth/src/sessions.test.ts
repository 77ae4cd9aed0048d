import { authChallenges, newId, organizations, sessions, users } from '@notafter/db';
import { createTestDatabase, type TestDatabase } from '@notafter/db/testing';
import { addMs, DAY_MS, MINUTE_MS, type UserId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAuthService } from './create-auth-service.ts';

let database: TestDatabase;
let userId: UserId;
const start = new Date('2026-11-10T12:00:00Z');
let now = start;
const auth = createAuthService({
  secretKey: 'a secret of at least sixteen bytes',
  publicUrl: 'http://localhost:3000',
  clock: { now: () => now },
});
const origin = { ip: '192.0.2.7', userAgent: 'Test/1' };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  now = start;
  const orgId = newId<'organization'>();
  userId = newId<'user'>();
  await database.db.insert(organizations).values({ id: orgId, name: 'Example', plan: 'Forever Free', createdAt: now });
  await database.db
    .insert(users)
    .values({ id: userId, orgId, email: `${userId}@example.com`, firstName: 'Ada', lastName: 'L', role: 'viewer', createdAt: now });
});

const rowsOfUser = () => database.db.select().from(sessions).where(eq(sessions.userId, userId));

it('returns the person behind a cookie', async () => {
  const { token, expiresAt } = await auth.createSession(database.db, userId, origin);
  expect(expiresAt).toEqual(addMs(start, 30 * DAY_MS));
  const found = await auth.resolveSession(database.db, token);
  expect(found).toMatchObject({ extendedUntil: null, actor: { userId, role: 'viewer', via: 'session', email: `${userId}@example.com` } });
});

it('stores the origin of the session, but nothing from which a cookie could be computed', async () => {
  const { token } = await auth.createSession(database.db, userId, origin);
  const [row] = await rowsOfUser();
  expect(JSON.stringify(row)).not.toContain(token);
  expect(row).toMatchObject({ ...origin, createdAt: start });
  // The two clocks are read one after the other.
  expect(Math.abs((row?.expiresAt.getTime() ?? 0) - addMs(start, 30 * DAY_MS).getTime())).toBeLessThan(MINUTE_MS);
  expect(await auth.resolveSession(database.db, row?.id ?? '')).toBeNull();
});

it('gives every sign-in a new token', async () => {
  const first = await auth.createSession(database.db, userId, origin);
  const second = await auth.createSession(database.db, userId, origin);
  expect(first.token).not.toBe(second.token);
  expect(await rowsOfUser()).toHaveLength(2);
});

it('ends 30 days after its last use', async () => {
  const { token } = await auth.createSession(database.db, userId, origin);
  now = addMs(start, 30 * DAY_MS + MINUTE_MS);
  expect(await auth.resolveSession(database.db, token)).toBeNull();
  expect(await rowsOfUser()).toEqual([]);
});

it('is extended after half of its time', async () => {
  const { token } = await auth.createSession(database.db, userId, origin);
  now = addMs(start, 14 * DAY_MS);
  expect((await auth.resolveSession(database.db, token))?.extendedUntil).toBeNull();
  now = addMs(start, 15 * DAY_MS + MINUTE_MS);
  expect((await auth.resolveSession(database.db, token))?.extendedUntil).toEqual(addMs(now, 30 * DAY_MS));
  now = addMs(now, 29 * DAY_MS);
  expect(await auth.resolveSession(database.db, token)).not.toBeNull();
});

it('ends one session and leaves the others', async () => {
  const first = await auth.createSession(database.db, userId, origin);
  const second = await auth.createSession(database.db, userId, origin);
  const found = await auth.resolveSession(database.db, first.token);
  await auth.endSession(database.db, found?.actor.sessionId ?? '');
  expect(await auth.resolveSession(database.db, first.token)).toBeNull();
  expect(await auth.resolveSession(database.db, second.token)).not.toBeNull();
});

it('ends all sessions of a person in a transaction, or none if it rolls back', async () => {
  const { token } = await auth.createSession(database.db, userId, origin);
  await expect(
    database.db.transaction(async (tx) => {
      await auth.endAllSessions(tx, userId);
      throw new Error('roll back');
    }),
  ).rejects.toThrow('roll back');
  expect(await auth.resolveSession(database.db, token)).not.toBeNull();
  await database.db.transaction((tx) => auth.endAllSessions(tx, userId));
  expect(await auth.resolveSession(database.db, token)).toBeNull();
});

it.each(['', 'x', '\0', 'a'.repeat(43), `${'a'.repeat(42)}'`, 'a'.repeat(10_000)])('rejects %j', async (token) => {
  expect(await auth.resolveSession(database.db, token)).toBeNull();
});

it('records its last use with a lag of at most ten minutes, without a write per request', async () => {
  const { token } = await auth.createSession(database.db, userId, origin);
  const lastActive = async () => (await rowsOfUser())[0]?.lastActiveAt;
  expect(await lastActive()).toBeNull();
  await Promise.all(Array.from({ length: 5 }, () => auth.resolveSession(database.db, token)));
  expect(await lastActive()).toEqual(start);
  now = addMs(start, 9 * MINUTE_MS);
  await auth.resolveSession(database.db, token);
  expect(await lastActive()).toEqual(start);
  now = addMs(start, 10 * MINUTE_MS);
  await auth.resolveSession(database.db, token);
  expect(await lastActive()).toEqual(now);
});

it('ends every session of a person except one, and no session of others', async () => {
  const kept = await auth.createSession(database.db, userId, origin);
  const ended = await auth.createSession(database.db, userId, origin);
  const [colleague] = await database.db.select({ id: users.id, orgId: users.orgId }).from(users).where(eq(users.id, userId));
  const otherId = newId<'user'>();
  await database.db.insert(users).values({
    id: otherId,
    orgId: colleague?.orgId ?? expect.fail('no organization'),
    email: `${otherId}@example.com`,
    firstName: 'Bob',
    lastName: 'M',
    role: 'admin',
    createdAt: now,
  });
  const theirs = await auth.createSession(database.db, otherId, origin);
  const { sessionId = '' } = (await auth.resolveSession(database.db, kept.token))?.actor ?? {};
  expect(await auth.endOtherSessions(database.db, userId, sessionId)).toBe(1);
  expect(await auth.resolveSession(database.db, kept.token)).not.toBeNull();
  expect(await auth.resolveSession(database.db, ended.token)).toBeNull();
  expect(await auth.resolveSession(database.db, theirs.token)).not.toBeNull();
});

it.each(['all', 'others'])('ends sign-ins that wait for a second factor along with %s sessions', async (which) => {
  const { token } = await auth.createSession(database.db, userId, origin);
  const kept = (await auth.resolveSession(database.db, token))?.actor.sessionId ?? '';
  const challenge = { id: newId<'auth-challenge'>(), kind: 'second-factor' as const, challenge: 'hash', expiresAt: addMs(now, MINUTE_MS) };
  await database.db.insert(authChallenges).values({ ...challenge, userId });
  if (which === 'all') await auth.endAllSessions(database.db, userId);
  else await auth.endOtherSessions(database.db, userId, kept);
  expect(await database.db.$count(authChallenges, eq(authChallenges.userId, userId))).toBe(0);
});
