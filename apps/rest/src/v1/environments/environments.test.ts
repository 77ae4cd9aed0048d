import { makeUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../testing/error-body.ts';
import { addServed, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

type Person = Awaited<ReturnType<typeof newMember>>;
const answer = z.object({ environment: z.object({ id: z.string() }) });
const add = (as: Person, body: unknown) => rest.call('POST', '/v1/environments', { as, body });
const added = async (as: Person, name: string) => answer.parse((await add(as, { name })).body).environment.id;

describe('200', () => {
  it('adds, lists, changes and deletes', async () => {
    const admin = await newMember(rest, { plan: 'Team' });
    const environment = {
      id: expect.any(String),
      name: 'Production',
      description: 'Customers',
      certificate_count: 0,
      created_at: rest.ctx.clock.now().toISOString(),
    };
    expect(await add(admin, { name: ' Production ', description: 'Customers' })).toMatchObject({ status: 200, body: { environment } });
    const list = await rest.call('GET', '/v1/environments', { as: admin });
    expect(list).toMatchObject({ status: 200, body: { environments: [environment], limit: 2 } });
    const id = await added(admin, 'Staging');
    const changed = await rest.call('PUT', `/v1/environments/${id}`, { as: admin, body: { name: 'Beta', description: null } });
    expect(changed).toMatchObject({ status: 200, body: { environment: { id, name: 'Beta', description: null } } });
    const removed = await rest.call('DELETE', `/v1/environments/${id}`, { as: admin });
    expect(removed).toMatchObject({ status: 200, body: { message: 'Environment deleted successfully!' } });
  });

  it('saves the tags of a certificate and says who is in the organization', async () => {
    const admin = await newMember(rest);
    const id = await addServed(rest, admin, 'tagged.example.com');
    const environment_id = await added(admin, 'Production');
    const body = { tags: { env: 'production', blank: '  ' }, environment_id, version: 1 };
    const saved = await rest.call('PUT', `/v1/certificates/${id}/tags`, { as: admin, body });
    const certificate = { tags: { env: 'production' }, environment_id, environment_name: 'Production', version: 2 };
    expect(saved).toMatchObject({ status: 200, body: { certificate } });
    expect(await rest.call('GET', `/v1/certificates/${id}`, { as: admin })).toMatchObject({ body: { certificate } });
    const users = await rest.call('GET', '/v1/users/list', { as: admin });
    expect(users).toMatchObject({
      status: 200,
      body: { users: [{ id: admin.id, email: admin.email, first_name: 'Ada', last_name: 'Lovelace', role: 'admin', org_id: admin.orgId }] },
    });
  });
});

describe('400', () => {
  it.each([{}, { name: '  ' }, { name: 7 }, { name: 'a\u0000b' }, { name: 'x'.repeat(101) }, { name: 'x', descripton: 'typo' }])(
    'refuses the environment %o',
    async (body) => {
      expect(await add(await newMember(rest), body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    },
  );

  it('refuses tags that are not a map of texts, or have a reserved name', async () => {
    const admin = await newMember(rest);
    const id = await addServed(rest, admin, 'refused.example.com');
    for (const tags of [undefined, null, [], 'env=x', { env: 7 }, { constructor: 'x' }, { env: 'a\u0000b' }]) {
      const answer = await rest.call('PUT', `/v1/certificates/${id}/tags`, { as: admin, body: { tags } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [expect.anything()] } });
    }
    const raw = '{"tags":{"__proto__":"x","env":"live"}}';
    await rest.call('PUT', `/v1/certificates/${id}/tags`, { as: admin, raw, headers: { 'Content-Type': 'application/json' } });
    expect({}).not.toHaveProperty('env');
  });
});

describe('401 and 403', () => {
  it('is for Team and Enterprise, up to two on Team', async () => {
    expect(await add(await newMember(rest, { plan: 'Business' }), { name: 'x' })).toMatchObject({
      status: 403,
      body: errorBody('environment_plan'),
    });
    const team = await newMember(rest, { plan: 'Team' });
    await added(team, 'one');
    await added(team, 'two');
    expect(await add(team, { name: 'three' })).toMatchObject({ status: 403, body: errorBody('environment_limit') });
  });
});

describe('409', () => {
  it('refuses and names a taken name, an environment in use and a save that does not follow the latest', async () => {
    const admin = await newMember(rest);
    const colleague = await makeUser(rest.ctx, admin.orgId);
    const environment_id = await added(admin, 'Production');
    expect(await add(admin, { name: 'production' })).toMatchObject({
      status: 409,
      body: { code: 'environment_exists', conflict: { type: 'environment', id: environment_id } },
    });
    const id = await addServed(rest, admin, 'busy.example.com');
    const save = (as: Person, body: object) => rest.call('PUT', `/v1/certificates/${id}/tags`, { as, body });
    expect(await save(admin, { tags: {}, environment_id, version: 1 })).toMatchObject({ status: 200 });
    expect(await save(colleague, { tags: { team: 'web' }, version: 1 })).toMatchObject({
      status: 409,
      body: { ...errorBody('conflict'), conflict: { type: 'certificate', id } },
    });
    const removal = await rest.call('DELETE', `/v1/environments/${environment_id}`, { as: admin });
    expect(removal).toMatchObject({ status: 409, body: { code: 'environment_in_use' } });
  });
});
