import { apiKeys, newId, organizations, tokens, users } from '@notafter/db';
import { createTestDatabase, type TestDatabase } from '@notafter/db/testing';
import { addMs, DAY_MS, MINUTE_MS, type OrganizationId, SECOND_MS, type UserId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthService } from './create-auth-service.ts';

let database: TestDatabase;
let orgId: OrganizationId;
let userId: UserId;
const start = new Date('2026-11-10T12:00:00Z');
let now = start;
const auth = createAuthService({
  secretKey: 'a secret of at least sixteen bytes',
  publicUrl: 'http://localhost:3000',
  clock: { now: () => now },
});

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  now = start;
  orgId = newId<'organization'>();
  userId = newId<'user'>();
  const person = { id: userId, orgId, email: `${userId}@example.com`, firstName: 'Ada', lastName: 'L' };
  await database.db.insert(organizations).values({ id: orgId, name: 'Example', plan: 'Business', createdAt: now });
  await database.db.insert(users).values({ ...person, role: 'viewer', activatedAt: now, createdAt: now });
});

const makeToken = async () => {
  const { secret, hash, ending } = auth.makeCredential('token');
  const id = newId<'token'>();
  await database.db.insert(tokens).values({ id, userId, name: 'Script', hash, ending, createdAt: now });
  return { id, secret };
};
const makeKey = async (changes: Partial<typeof apiKeys.$inferInsert> = {}) => {
  const { secret, hash, ending } = auth.makeCredential('api-key');
  const id = newId<'api-key'>();
  const values = { id, orgId, createdBy: userId, name: 'Page', hash, ending, canRead: true, canWrite: false, createdAt: now };
  await database.db.insert(apiKeys).values({ ...values, ...changes });
  return { id, secret };
};
const resolve = (secret: string) => auth.resolveCredential(database.db, secret);

describe('a secret', () => {
  it('is 256 random bits with a prefix, and its row contains at most the last few characters', async () => {
    const made = auth.makeCredential('token');
    expect(made.secret).toMatch(/^nat_[A-Za-z0-9_-]{43}$/);
    expect(auth.makeCredential('api-key').secret).toMatch(/^nak_[A-Za-z0-9_-]{43}$/);
    expect(auth.makeCredential('token').secret).not.toBe(made.secret);
    expect(made.ending).toBe(made.secret.slice(-4));
    const { secret } = await makeToken();
    expect(JSON.stringify(await database.db.select().from(tokens))).not.toContain(secret.slice(4, 20));
    const [row] = await database.db.select().from(tokens).where(eq(tokens.userId, userId));
    expect(await resolve(`nat_${row?.hash}`)).toBeNull();
  });

  it.each(['', 'nat_', 'nak_', 'x', `nat_${'A'.repeat(43)}`, `nak_${'A'.repeat(42)}!`, `nat_${'A'.repeat(9000)}`, "nat_' or 1=1 --"])(
    'is rejected if unknown: "%.30s"',
    async (secret) => {
      expect(await resolve(secret)).toBeNull();
    },
  );

  it('is rejected as the other kind', async () => {
    const { secret } = await makeToken();
    expect(await resolve(secret.replace('nat_', 'nak_'))).toBeNull();
    expect(await resolve(`${secret} `)).toBeNull();
  });
});

describe('a token', () => {
  it('acts as its owner, with their current role', async () => {
    const { id, secret } = await makeToken();
    const person = { via: 'token', tokenId: id, userId, orgId, email: `${userId}@example.com`, firstName: 'Ada', lastName: 'L' };
    expect(await resolve(secret)).toEqual({ ...person, role: 'viewer' });
    await database.db.update(users).set({ role: 'admin' }).where(eq(users.id, userId));
    expect(await resolve(secret)).toEqual({ ...person, role: 'admin' });
  });

  it('ends when it is revoked, and while its owner is inactive or deleted', async () => {
    const { id, secret } = await makeToken();
    await database.db.update(users).set({ activatedAt: null }).where(eq(users.id, userId));
    expect(await resolve(secret)).toBeNull();
    await database.db.update(users).set({ activatedAt: now }).where(eq(users.id, userId));
    await database.db.update(tokens).set({ revokedAt: now }).where(eq(tokens.id, id));
    expect(await resolve(secret)).toBeNull();
    const other = await makeToken();
    expect(await resolve(other.secret)).not.toBeNull();
    await database.db.delete(users).where(eq(users.id, userId));
    expect(await resolve(other.secret)).toBeNull();
    expect(await database.db.select().from(tokens).where(eq(tokens.userId, userId))).toEqual([]);
  });
});

describe('an API key', () => {
  it('acts for its organization and outlives its creator', async () => {
    const { id, secret } = await makeKey();
    const key = {
      via: 'api-key',
      apiKeyId: id,
      orgId,
      name: 'Page',
      permissions: { read: true, write: false, delete: false },
      scope: null,
      allowedAddresses: [],
    };
    expect(await resolve(secret)).toEqual(key);
    await database.db.delete(users).where(eq(users.id, userId));
    expect(await resolve(secret)).toEqual(key);
  });

  it('ends at the instant of its expiry, and when it is revoked', async () => {
    const expiring = await makeKey({ expiresAt: addMs(start, 30 * DAY_MS) });
    const revoked = await makeKey({ revokedAt: start });
    expect(await resolve(revoked.secret)).toBeNull();
    now = addMs(start, 30 * DAY_MS - 1);
    expect(await resolve(expiring.secret)).not.toBeNull();
    now = addMs(start, 30 * DAY_MS);
    expect(await resolve(expiring.secret)).toBeNull();
  });
});

describe('the time of last use', () => {
  it('is written once a minute, however many requests come, and lags by at most a minute', async () => {
    const token = await makeToken();
    const key = await makeKey();
    const written = async () => {
      const [tokenRow] = await database.db.select().from(tokens).where(eq(tokens.id, token.id));
      const [keyRow] = await database.db.select().from(apiKeys).where(eq(apiKeys.id, key.id));
      return [tokenRow?.lastUsedAt, keyRow?.lastUsedAt];
    };
    const versions = async () =>
      database.db.execute(
        `select xmin::text from tokens where id = '${token.id}' union all select xmin::text from api_keys where id = '${key.id}'`,
      );
    const useBoth = () => Promise.all([...Array(20)].flatMap(() => [resolve(token.secret), resolve(key.secret)]));
    expect(await written()).toEqual([null, null]);
    await useBoth();
    expect(await written()).toEqual([start, start]);
    const before = await versions();
    now = addMs(start, MINUTE_MS - SECOND_MS);
    await useBoth();
    expect([await written(), await versions()]).toEqual([[start, start], before]);
    now = addMs(start, MINUTE_MS);
    await useBoth();
    expect(await written()).toEqual([now, now]);
  });
});
