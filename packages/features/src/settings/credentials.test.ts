import { apiKeys, newId, tokens, users } from '@notafter/db';
import { ACTIVE_API_KEYS_MAX, ACTIVE_TOKENS_MAX, addMs, DAY_MS, ENDED_CREDENTIALS_KEPT, HOUR_MS } from '@notafter/domain';
import { auditOf, createTestContext, makeOrgContext, makeRequestContext, makeUser, openAs, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { openCredential } from '../open-credential.ts';
import { openOrganization } from '../open-organization.ts';
import { addApiKey } from './add-api-key.ts';
import { addToken } from './add-token.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listTokens } from './list-tokens.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { revokeToken } from './revoke-token.ts';
import { rotateApiKey } from './rotate-api-key.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Business' } });
});
afterAll(() => test.close());

const readOnly = { name: 'Page', expiresIn: null, permissions: { read: true, write: false } };
/** The person or the key behind a secret, acting. */
const openSecret = async (secret: string): Promise<OrgContext> =>
  openOrganization(makeRequestContext(test.ctx, { actor: await test.ctx.auth.resolveCredential(test.ctx.db, secret) }));

describe('tokens', () => {
  it('leave an audit row each for making and ending one, without the secret', async () => {
    const org = await makeOrgContext(test.ctx, { role: 'viewer', plan: 'Forever Free' });
    const { token, secret } = await addToken(org, { name: 'Script' });
    await revokeToken(org, { id: token.id });
    const rows = await auditOf(org);
    expect(rows.map(({ action, subjectId, detail }) => ({ action, subjectId, detail }))).toEqual([
      { action: 'settings/add-token', subjectId: token.id, detail: { name: 'Script', ending: secret.slice(-4) } },
      { action: 'settings/revoke-token', subjectId: token.id, detail: { name: 'Script', ending: secret.slice(-4) } },
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4, 12));
  });

  it('are at most 50 at once, however many are asked for together, and one more after one ended', async () => {
    const org = await makeOrgContext(test.ctx);
    const outcomes = await Promise.allSettled([...Array(ACTIVE_TOKENS_MAX + 5)].map(() => addToken(org, { name: 'x' })));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(5);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'token_limit', status: 403 });
    const [first] = (await listTokens(org)).tokens;
    if (first === undefined) throw new Error('There are none.');
    await revokeToken(org, { id: first.id });
    await addToken(org, { name: 'one more' });
  });

  it('expire when they were asked to, and make room then', async () => {
    const org = await makeOrgContext(test.ctx);
    const { token, secret } = await addToken(org, { name: 'Short', expiresIn: 30 });
    expect(token).toMatchObject({ status: 'active', expiresAt: addMs(test.ctx.clock.now(), 30 * DAY_MS) });
    expect((await addToken(org, { name: 'Long' })).token.expiresAt).toBeNull();
    test.ctx.clock.advance(30 * DAY_MS - 1);
    expect(await test.ctx.auth.resolveCredential(test.ctx.db, secret)).toMatchObject({ via: 'token' });
    test.ctx.clock.advance(1);
    expect(await test.ctx.auth.resolveCredential(test.ctx.db, secret)).toBeNull();
    expect((await listTokens(org)).tokens.map(({ status }) => status)).toEqual(['active', 'expired']);
    for (let made = 1; made < ACTIVE_TOKENS_MAX; made += 1) await addToken(org, { name: `${made}` });
    await expect(addToken(org, { name: 'one more' })).rejects.toMatchObject({ code: 'token_limit' });
  });

  it('that ended are deleted beyond the latest hundred, so that the list stays bounded', async () => {
    const org = await makeOrgContext(test.ctx);
    for (let made = 0; made < ENDED_CREDENTIALS_KEPT + 3; made += 1) {
      const { token } = await addToken(org, { name: `${made}` });
      test.ctx.clock.advance(1000);
      await revokeToken(org, { id: token.id });
    }
    await addToken(org, { name: 'last' });
    const names = (await listTokens(org)).tokens.map(({ name }) => name);
    expect(names).toHaveLength(ENDED_CREDENTIALS_KEPT + 1);
    expect([names[0], names.includes('0'), names.includes('3')]).toEqual(['last', false, true]);
  });

  it('of a colleague are not there', async () => {
    const org = await makeOrgContext(test.ctx);
    const { token } = await addToken(org, { name: 'x' });
    const colleague = await openAs(test.ctx, await makeUser(test.ctx, org.org.id));
    expect(await listTokens(colleague)).toEqual({ tokens: [] });
    await expect(revokeToken(colleague, { id: token.id })).rejects.toMatchObject({ code: 'token_not_found', status: 404 });
    expect((await listTokens(org)).tokens).toMatchObject([{ status: 'active' }]);
  });

  it('are not created by a person removed in the meantime, nor are keys', async () => {
    const org = await makeOrgContext(test.ctx);
    const leaver = await makeUser(test.ctx, org.org.id);
    const leaving = await openAs(test.ctx, leaver);
    await test.ctx.db.delete(users).where(eq(users.id, leaver.id));
    await expect(addToken(leaving, { name: 'x' })).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(addApiKey(leaving, readOnly)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('end with their person, whose API keys stay', async () => {
    const org = await makeOrgContext(test.ctx);
    const leaver = await makeUser(test.ctx, org.org.id);
    const leaving = await openAs(test.ctx, leaver);
    const { secret } = await addToken(leaving, { name: 'x' });
    const { apiKey } = await addApiKey(leaving, readOnly);
    await test.ctx.db.delete(users).where(eq(users.id, leaver.id));
    await expect(openSecret(secret)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await test.ctx.db.select().from(tokens).where(eq(tokens.userId, leaver.id))).toEqual([]);
    expect((await listApiKeys(org)).apiKeys).toMatchObject([{ id: apiKey.id, status: 'active' }]);
  });
});

describe('API keys', () => {
  it('expire after their days, and say so', async () => {
    const org = await makeOrgContext(test.ctx);
    const { apiKey } = await addApiKey(org, { ...readOnly, expiresIn: 30 });
    expect(apiKey).toMatchObject({ expiresAt: addMs(test.ctx.clock.now(), 30 * DAY_MS), status: 'active', lastUsedAt: null });
    test.ctx.clock.advance(30 * DAY_MS);
    expect((await listApiKeys(org)).apiKeys).toMatchObject([{ status: 'expired' }]);
    expect((await revokeApiKey(org, { id: apiKey.id })).apiKey.status).toBe('revoked');
  });

  it('leave audit rows that name permissions and end, and no secret', async () => {
    const org = await makeOrgContext(test.ctx);
    const { apiKey, secret } = await addApiKey(org, readOnly);
    await revokeApiKey(org, { id: apiKey.id });
    const rows = await auditOf(org);
    expect(rows.map(({ action, detail }) => ({ action, detail }))).toEqual([
      {
        action: 'settings/add-api-key',
        detail: { name: 'Page', ending: secret.slice(-4), permissions: { ...readOnly.permissions, delete: false }, expiresAt: null },
      },
      { action: 'settings/revoke-api-key', detail: { name: 'Page', ending: secret.slice(-4) } },
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4, 12));
  });

  it('are at most 100 that work; expired and revoked ones do not count and are kept up to a hundred', async () => {
    const org = await makeOrgContext(test.ctx);
    const now = test.ctx.clock.now();
    const { apiKey } = await addApiKey(org, readOnly);
    const [row] = await test.ctx.db.select().from(apiKeys).where(eq(apiKeys.id, apiKey.id));
    if (row === undefined) throw new Error('It is not there.');
    const copies = (count: number, kind: string, changes: Partial<typeof apiKeys.$inferInsert>) =>
      test.ctx.db.insert(apiKeys).values(
        Array.from({ length: count }, () => {
          const { hash } = test.ctx.auth.makeCredential('api-key');
          return { ...row, ...changes, id: newId<'api-key'>(), hash, name: kind };
        }),
      );
    await copies(ACTIVE_API_KEYS_MAX - 2, 'active', {});
    await copies(80, 'expired', { expiresAt: now });
    await copies(80, 'revoked', { revokedAt: now });
    await addApiKey(org, readOnly);
    await expect(addApiKey(org, readOnly)).rejects.toMatchObject({ code: 'api_key_limit', status: 403 });
    const { apiKeys: listed } = await listApiKeys(org);
    expect(listed.filter(({ status }) => status === 'active')).toHaveLength(ACTIVE_API_KEYS_MAX);
    expect(listed.filter(({ status }) => status !== 'active')).toHaveLength(ENDED_CREDENTIALS_KEPT);
  });

  it('can be ended on a plan that has none', async () => {
    const org = await makeOrgContext(test.ctx);
    const { apiKey } = await addApiKey(org, readOnly);
    const small: OrgContext = { ...org, entitlements: { ...org.entitlements, apiKeys: false } };
    await revokeApiKey(small, { id: apiKey.id });
    expect(await listApiKeys(org)).toMatchObject({ apiKeys: [{ status: 'revoked' }] });
  });

  it('make and see no credentials themselves', async () => {
    const org = await makeOrgContext(test.ctx);
    const { apiKey, secret } = await addApiKey(org, { ...readOnly, permissions: { read: true, write: true } });
    const key = await openSecret(secret);
    for (const attempt of [
      () => listTokens(key),
      () => addToken(key, { name: 'x' }),
      () => listApiKeys(key),
      () => addApiKey(key, readOnly),
      () => revokeApiKey(key, { id: apiKey.id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'api_key_scope', status: 403 });
    }
  });
});

describe('a rotated API key', () => {
  const limited = {
    ...readOnly,
    expiresIn: 90,
    permissions: { read: true, write: true, delete: true },
    allowedAddresses: ['192.0.2.0/24'],
  } as const;
  const isOpen = async (secret: string): Promise<boolean> => (await test.ctx.auth.resolveCredential(test.ctx.db, secret)) !== null;

  it('has a successor with its name, permissions, limits and length of life, and ends after the overlap', async () => {
    const org = await makeOrgContext(test.ctx);
    const scope = { tag: { name: 'team', value: 'payments' } };
    const old = await addApiKey(org, { ...limited, scope, allowedAddresses: [...limited.allowedAddresses] });
    test.ctx.clock.advance(10 * DAY_MS);
    const { apiKey, secret } = await rotateApiKey(org, { id: old.apiKey.id, overlapHours: 24 });
    const { name, permissions, allowedAddresses } = old.apiKey;
    expect(apiKey).toMatchObject({ name, permissions, allowedAddresses, scope, expiresAt: addMs(test.ctx.clock.now(), 90 * DAY_MS) });
    expect([await isOpen(old.secret), await isOpen(secret), secret === old.secret]).toEqual([true, true, false]);
    expect((await listApiKeys(org)).apiKeys).toMatchObject([
      { id: apiKey.id, replacedBy: null },
      { id: old.apiKey.id, replacedBy: apiKey.id, expiresAt: addMs(test.ctx.clock.now(), DAY_MS) },
    ]);
    await expect(rotateApiKey(org, { id: old.apiKey.id, overlapHours: 24 })).rejects.toMatchObject({
      code: 'api_key_rotated',
      status: 409,
    });
    test.ctx.clock.advance(DAY_MS);
    expect([await isOpen(old.secret), await isOpen(secret)]).toEqual([false, true]);
    const rows = await auditOf(org);
    expect(rows.at(-1)).toMatchObject({ action: 'settings/rotate-api-key', detail: { name, successor: apiKey.id, overlapHours: 24 } });
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4, 12));
  });

  it('ends at once without an overlap, even in a full list, and never later than it would have', async () => {
    const org = await makeOrgContext(test.ctx);
    const { apiKey, secret } = await addApiKey(org, readOnly);
    for (let made = 1; made < ACTIVE_API_KEYS_MAX; made += 1) await addApiKey(org, readOnly);
    await expect(rotateApiKey(org, { id: apiKey.id, overlapHours: 1 })).rejects.toMatchObject({ code: 'api_key_limit' });
    expect(await isOpen(secret)).toBe(true);
    const successor = await rotateApiKey(org, { id: apiKey.id, overlapHours: 0 });
    expect([await isOpen(secret), await isOpen(successor.secret)]).toEqual([false, true]);
    await expect(rotateApiKey(org, { id: apiKey.id, overlapHours: 0 })).rejects.toMatchObject({ code: 'api_key_not_found' });

    const other = await makeOrgContext(test.ctx);
    const short = await addApiKey(other, { ...readOnly, expiresIn: 30 });
    test.ctx.clock.advance(29 * DAY_MS);
    await rotateApiKey(other, { id: short.apiKey.id, overlapHours: 720 });
    expect((await listApiKeys(other)).apiKeys[1]?.expiresAt).toEqual(short.apiKey.expiresAt);
  });

  it('of two who rotate it at once has one successor', async () => {
    const org = await makeOrgContext(test.ctx);
    const { apiKey } = await addApiKey(org, readOnly);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => rotateApiKey(org, { id: apiKey.id, overlapHours: 24 })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await listApiKeys(org)).apiKeys).toHaveLength(2);
  });
});

describe('an address list', () => {
  it('keeps a key to its addresses; a refusal is written to the audit log once an hour', async () => {
    const org = await makeOrgContext(test.ctx);
    const { apiKey, secret } = await addApiKey(org, { ...readOnly, allowedAddresses: ['192.0.2.0/24', '2001:db8::1'] });
    const from = (ip: string) => openCredential({ ...test.ctx, origin: { ip, userAgent: null } }, { as: 'api-key', secret });
    for (const ip of ['192.0.2.77', '2001:db8::1', '::ffff:192.0.2.1']) expect((await from(ip)).actor.via).toBe('api-key');
    for (const ip of ['192.0.3.1', '2001:db8::2', '::ffff:192.0.3.1']) {
      await expect(from(ip)).rejects.toMatchObject({ code: 'api_key_address', status: 403 });
    }
    const refusals = async () => (await auditOf(org)).filter(({ action }) => action === 'settings/record-refused-address');
    expect(await refusals()).toMatchObject([{ actorKind: 'api-key', subjectId: apiKey.id, ip: '192.0.3.1', detail: { name: 'Page' } }]);
    test.ctx.clock.advance(HOUR_MS);
    await expect(from('198.51.100.9')).rejects.toMatchObject({ code: 'api_key_address' });
    expect(await refusals()).toMatchObject([{ ip: '192.0.3.1' }, { ip: '198.51.100.9' }]);
  });
});
