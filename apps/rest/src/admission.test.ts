import { makeOrganization, makeUser, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi/document.ts';
import { documentModel } from './openapi/document-model.ts';
import { NOBODYS_ID, newMember } from './testing/people.ts';
import { createRestHarness, type RestHarness } from './testing/rest-harness.ts';

/** Of a platform administrator, who may call everything. */
const EMAIL = 'operator@platform.example';

let rest: RestHarness;
let admin: TestUser;
beforeAll(async () => {
  rest = await createRestHarness({ platformAdminEmails: [EMAIL] });
  const orgId = await makeOrganization(rest.ctx, { plan: 'Self-hosted' });
  admin = await makeUser(rest.ctx, orgId, { email: EMAIL, proven: true });
});
afterAll(() => rest.close());

const operations = Object.entries(documentModel.parse(openApiDocument()).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([verb, { requestBody }]) => {
    const method = verb.toUpperCase();
    return {
      name: `${method} ${path}`,
      method,
      path: path.replaceAll(/\{\w+\}/g, NOBODYS_ID),
      takesBody: requestBody !== undefined,
    };
  }),
);
describe('every operation', () => {
  it.each(operations)('$name refuses an unknown query parameter by name', async ({ method, path }) => {
    const { status, body } = await rest.call(method, `${path}?surprise=1&%5F_proto__=2`, { as: admin });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(Object(body).details).toEqual([
      { path: 'surprise', message: 'is not a known parameter' },
      { path: '__proto__', message: 'is not a known parameter' },
    ]);
  });

  it.each(operations.filter(({ method, takesBody }) => method !== 'GET' && !takesBody))(
    '$name takes no body, and refuses the fields of one by name',
    async ({ method, path }) => {
      const answer = await rest.call(method, path, { as: admin, body: { surprise: true } });
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'surprise', message: 'is not a known field' }] } });
    },
  );
});

describe('the answer of a read', () => {
  const roundTrips = [
    ['/v1/profile', 'PUT', '/v1/profile'],
    ['/v1/notifications/settings', 'POST', '/v1/notifications/settings'],
    ['/v1/notifications/alert-settings', 'POST', '/v1/notifications/alert-settings'],
  ] as const;

  it.each(roundTrips)('GET %s is accepted back by %s', async (path, method, target) => {
    const person = await newMember(rest);
    const { body } = await rest.call('GET', path, { as: person });
    expect(await rest.call(method, target, { as: person, body })).toMatchObject({ status: 200, body: Object(body) });
  });

  it('is accepted back by a channel, whose read-only fields are ignored', async () => {
    const person = await newMember(rest);
    const { body } = await rest.call('GET', '/v1/notifications/channels', { as: person });
    const [email] = Object(body).channels;
    expect(email).toMatchObject({ state: expect.any(String), broken_reason: null });
    const back = { ...email, state: 'configured', broken_reason: 'made up' };
    const { body: saved } = await rest.call('POST', '/v1/notifications/channels', { as: person, body: back });
    expect(saved).toMatchObject({ channel: { broken_reason: null, state: email.state } });
  });

  it('is accepted back by an environment, under its own id only', async () => {
    const person = await newMember(rest);
    const add = await rest.call('POST', '/v1/environments', { as: person, body: { name: 'Production' } });
    const { environment } = Object(add.body);
    const back = { ...environment, id: NOBODYS_ID, certificate_count: 7, name: 'Staging' };
    const changed = await rest.call('PUT', `/v1/environments/${environment.id}`, { as: person, body: back });
    expect(changed).toMatchObject({ status: 200, body: { environment: { ...environment, name: 'Staging' } } });
  });

  it('cannot name another row than the path does', async () => {
    const colleague = await makeUser(rest.ctx, admin.orgId, { role: 'viewer' });
    const { body } = await rest.call('GET', '/v1/users/list', { as: admin });
    const row = Object(body).users.find(({ id }: { id: string }) => id === colleague.id);
    const back = { ...row, role: 'admin' };
    expect(await rest.call('PUT', `/v1/users/${NOBODYS_ID}/role`, { as: admin, body: back })).toMatchObject({ status: 404 });
    const answer = await rest.call('PUT', `/v1/users/${colleague.id}/role`, { as: admin, body: { ...back, id: admin.id } });
    expect(answer).toMatchObject({ status: 200, body: { user: { id: colleague.id, role: 'admin' } } });
  });

  it('does not excuse a misspelt field beside it', async () => {
    const { body } = await rest.call('GET', '/v1/profile', { as: admin });
    const answer = await rest.call('PUT', '/v1/profile', { as: admin, body: { ...Object(body), pendingEmail: null } });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'pendingEmail', message: 'is not a known field' }] } });
    const quiet_hours = { from: '22:00', until: '07:00', time_zone: 'Europe/Berlin', timezone: 'UTC' };
    const nested = await rest.call('POST', '/v1/notifications/settings', { as: admin, body: { quiet_hours } });
    expect(nested).toMatchObject({ status: 400, body: { details: [{ path: 'quiet_hours.timezone' }] } });
  });
});

describe('the fields that older clients send', () => {
  it('are ignored by sign-up and sign-in', async () => {
    const old = { confirm_password: 'correct horse battery', remember: true, company: 'Example' };
    const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@older.example', password: 'correct horse battery' };
    expect(await rest.call('POST', '/v1/accounts/register', { body: { ...person, ...old } })).toMatchObject({ status: 200 });
    const { email, password } = person;
    const answer = await rest.call('POST', '/v1/accounts/login', { body: { email, password, ...old } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_activated' } });
  });
});
