import { auditLog } from '@notafter/db';
import type { ApiKeyActor, TokenActor } from '@notafter/domain';
import { servedObservation, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../testing/error-body.ts';
import { addServed, NOBODYS_ID, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const withToken = z.object({ token: z.object({ id: z.string(), value: z.string(), ending: z.string() }) });
const withKey = z.object({ api_key: z.object({ id: z.string(), key: z.string() }) });
const newToken = async (as: TestUser, name = 'Deploy script') =>
  withToken.parse((await rest.call('POST', '/v1/tokens', { as, body: { name } })).body).token;
const newKey = async (as: TestUser, body: object = {}) =>
  withKey.parse((await rest.call('POST', '/v1/api-keys', { as, body: { name: 'Status page', ...body } })).body).api_key;
const actorBehind = async (secret: string): Promise<TokenActor | ApiKeyActor> => {
  const actor = await rest.ctx.auth.resolveCredential(rest.ctx.db, secret);
  if (actor === null) throw new Error('The secret opens nothing.');
  return actor;
};

describe('tokens', () => {
  it('are made, shown once, listed and revoked by their person, a viewer too', async () => {
    const viewer = await newMember(rest, { role: 'viewer', plan: 'Forever Free' });
    const made = await newToken(viewer);
    expect(made.value).toMatch(/^nat_[\w-]{43}$/);
    const listed = await rest.call('GET', '/v1/tokens', { as: viewer });
    const token = {
      id: made.id,
      name: 'Deploy script',
      ending: made.value.slice(-4),
      last_used_at: null,
      revoked: false,
      status: 'active',
    };
    expect(listed).toMatchObject({ status: 200, body: { tokens: [token] } });
    expect(JSON.stringify(listed.body)).not.toContain(made.value);
    const revoked = await rest.call('DELETE', `/v1/tokens/${made.id}`, { as: viewer });
    expect(revoked).toMatchObject({ status: 200, body: { message: 'Token revoked.' } });
    expect(await rest.call('GET', '/v1/tokens', { as: viewer })).toMatchObject({
      body: { tokens: [{ revoked: true, status: 'revoked' }] },
    });
    const again = await rest.call('DELETE', `/v1/tokens/${made.id}`, { as: viewer });
    expect(again).toMatchObject({ status: 404, body: errorBody('token_not_found') });
  });

  it.each([
    {},
    { name: ' ' },
    { name: 7 },
    { name: 'a\u0000b' },
    { name: 'x'.repeat(101) },
    { name: 'x', scope: 'all' },
    { name: 'x', expiresIn: 31 },
  ])('are not made of %o', async (body) => {
    const answer = await rest.call('POST', '/v1/tokens', { as: await newMember(rest), body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [expect.anything()] } });
  });
});

describe('API keys', () => {
  it('are created by admins, by default read-only and without expiry', async () => {
    const admin = await newMember(rest, { plan: 'Business' });
    const plain = await rest.call('POST', '/v1/api-keys', { as: admin, body: { name: 'Plain' } });
    const api_key = {
      name: 'Plain',
      permissions: { read: true, write: false, delete: false },
      expires_at: null,
      revoked: false,
      status: 'active',
    };
    expect(plain).toMatchObject({ status: 200, body: { api_key: { ...api_key, key: expect.stringMatching(/^nak_[\w-]{43}$/) } } });
    const asked = { name: 'Asked', expiresIn: 30, permissions: { read: false, write: true, delete: true } };
    const other = await rest.call('POST', '/v1/api-keys', { as: admin, body: asked });
    const listed = await rest.call('GET', '/v1/api-keys', { as: admin });
    const expires_at = new Date(rest.ctx.clock.now().getTime() + 30 * 86_400_000).toISOString();
    expect(listed).toMatchObject({
      status: 200,
      body: { api_keys: [{ name: 'Asked', expires_at, permissions: asked.permissions }, api_key] },
    });
    for (const { body } of [plain, other]) expect(JSON.stringify(listed.body)).not.toContain(withKey.parse(body).api_key.key);
  });

  it('end for everybody when revoked', async () => {
    const admin = await newMember(rest, { plan: 'Business' });
    const { id, key } = await newKey(admin);
    expect(await rest.call('DELETE', `/v1/api-keys/${id}`, { as: admin })).toMatchObject({ body: { message: 'API key revoked.' } });
    expect(await rest.ctx.auth.resolveCredential(rest.ctx.db, key)).toBeNull();
    expect(await rest.call('DELETE', `/v1/api-keys/${id}`, { as: admin })).toMatchObject({ status: 404 });
  });

  it.each([
    { expiresIn: 31 },
    { expiresIn: '30' },
    { expiresIn: 0 },
    { permissions: { read: false, write: false } },
    { permissions: { read: true } },
    { permissions: { read: true, write: false, admin: true } },
    { permissions: 'read' },
    { scope: {} },
    { scope: 'team=payments' },
    { scope: { tag: 'payments' } },
    { scope: { tag: 'team=payments', environment_id: NOBODYS_ID } },
    { allowed_addresses: ['example.com'] },
    { allowed_addresses: ['192.0.2.0/33'] },
    { allowed_addresses: '192.0.2.1' },
    { allowed_addresses: Array.from({ length: 51 }, (_, index) => `192.0.2.${index}`) },
  ])('are not made with %o', async (body) => {
    const as = await newMember(rest, { plan: 'Business' });
    const answer = await rest.call('POST', '/v1/api-keys', { as, body: { name: 'x', ...body } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [expect.anything()] } });
  });
});

describe('the public paths', () => {
  it('limit a key to a tag, an environment and addresses, and rotate it', async () => {
    const admin = await newMember(rest, { plan: 'Self-hosted' });
    const { body: added } = await rest.call('POST', '/v1/environments', { as: admin, body: { name: 'Production' } });
    const { environment } = z.object({ environment: z.object({ id: z.string() }) }).parse(added);
    const allowed_addresses = ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'];
    const make = (scope: unknown) => rest.call('POST', '/v1/api-keys', { as: admin, body: { name: 'Scoped', scope, allowed_addresses } });
    const none = { environment_id: null, environment: null, tag: null };
    const tagged = await make({ tag: 'team=payments' });
    expect(tagged).toMatchObject({ status: 200, body: { api_key: { scope: { ...none, tag: 'team=payments' }, allowed_addresses } } });
    const placed = await make({ environment_id: environment.id });
    const scope = { environment_id: environment.id, environment: 'Production', tag: null };
    expect(placed).toMatchObject({ status: 200, body: { api_key: { scope, replaced_by: null } } });
    expect(await make({ environment_id: NOBODYS_ID })).toMatchObject({ status: 404, body: errorBody('environment_not_found') });

    const { id } = withKey.parse(placed.body).api_key;
    const rotate = (body?: unknown) =>
      rest.call('POST', `/v1/api-keys/${id}/rotate`, { as: admin, ...(body === undefined ? {} : { body }) });
    for (const overlap_hours of [-1, 721, 1.5, '24']) {
      expect(await rotate({ overlap_hours })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
    const rotated = await rotate();
    expect(rotated).toMatchObject({ status: 200, body: { api_key: { name: 'Scoped', scope, allowed_addresses, expires_at: null } } });
    const successor = withKey.parse(rotated.body).api_key.id;
    const ends = new Date(rest.ctx.clock.now().getTime() + 86_400_000).toISOString();
    const { body: listed } = await rest.call('GET', '/v1/api-keys', { as: admin });
    expect(listed).toMatchObject({ api_keys: [{ id: successor }, { id, replaced_by: successor, expires_at: ends }, {}] });
    expect(await rotate({ overlap_hours: 0 })).toMatchObject({ status: 409, body: errorBody('api_key_rotated') });
    const as = await actorBehind((await newToken(admin)).value);
    const refused = await rest.call('POST', `/v1/api-keys/${successor}/rotate`, { as });
    expect(refused).toMatchObject({ status: 403, body: errorBody('session_required') });
  });

  it('let only a key that deletes delete', async () => {
    const admin = await newMember(rest, { plan: 'Business' });
    const id = await addServed(rest, admin, 'deleted.example.com');
    const before = await newKey(admin, { permissions: { read: true, write: true } });
    const refused = await rest.call('DELETE', `/v1/certificates/${id}`, { as: await actorBehind(before.key) });
    expect(refused).toMatchObject({ status: 403, body: errorBody('api_key_scope') });
    const deleter = await newKey(admin, { permissions: { read: false, write: false, delete: true } });
    const as = await actorBehind(deleter.key);
    expect(await rest.call('DELETE', `/v1/certificates/${id}`, { as })).toMatchObject({ status: 200 });
    expect(await rest.call('GET', '/v1/certificates', { as })).toMatchObject({ status: 403, body: errorBody('api_key_scope') });
  });

  it('let a key that writes add a certificate but save no channel, in the name of the key', async () => {
    const admin = await newMember(rest, { plan: 'Business' });
    const { id, key } = await newKey(admin, { permissions: { read: true, write: true } });
    const as = await actorBehind(key);
    rest.ctx.gateways.prober.answer('by-key.example.com:443', servedObservation('by-key.example.com'));
    const added = await rest.call('POST', '/v1/certificates', { as, body: { domain: 'by-key.example.com' } });
    expect(added).toMatchObject({ status: 200, body: { certificate: { domain: 'by-key.example.com' } } });
    const channel = { channel_type: 'slack', enabled: true, settings: { webhook: 'https://hooks.slack.example/T0/secret' } };
    const refused = await rest.call('POST', '/v1/notifications/channels', { as, body: channel });
    expect(refused).toMatchObject({ status: 403, body: errorBody('api_key_scope') });
    const rows = await rest.ctx.db.select().from(auditLog).orderBy(auditLog.id);
    expect(rows.filter(({ actorKind, orgId }) => actorKind === 'api-key' && orgId === admin.orgId)).toMatchObject([
      { action: 'certificates/add-certificate', actorId: id, actorEmail: null },
    ]);
  });

  it('answer 403 to a key while the plan has none', async () => {
    const admin = await newMember(rest, { plan: 'Business' });
    const as = await actorBehind((await newKey(admin)).key);
    await rest.ctx.db.execute(`update organizations set plan = 'Team' where id = '${admin.orgId}'`);
    expect(await rest.call('GET', '/v1/certificates', { as })).toMatchObject({ status: 403, body: errorBody('api_keys_plan') });
  });
});
