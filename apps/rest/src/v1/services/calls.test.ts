import { runServiceOperation } from '@notafter/features';
import { passTime, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../testing/error-body.ts';
import { newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
let admin: TestUser;
beforeAll(async () => {
  rest = await createRestHarness();
});
beforeEach(async () => {
  admin = await newMember(rest);
});
afterAll(() => rest.close());

const HOSTILE = [
  '$(touch /tmp/x)',
  '`id`',
  "'; drop table services; --",
  'a: [b, {c: &d *d}]',
  '../../etc/passwd',
  'pg-7f3a91c2\n',
  '😀',
  '\u0000',
];
const wanted = { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' };
const call = (name: string, body: unknown, as = admin) => rest.call('POST', `/v1/services/${name}`, { as, body });
const services = z.array(z.object({ resource_id: z.string(), plan: z.string(), status: z.string().nullable(), state: z.string() }));
const listed = async (as = admin) => services.parse((await call('list', {}, as)).body);
const withOperation = z.object({ service: z.object({ operation: z.object({ job_id: z.custom<never>() }).nullable() }) });

/** A worker's turns, until the service has no operation. */
const untilIdle = async (resourceId: string): Promise<void> => {
  for (let turn = 0; turn < 60; turn += 1) {
    const { status, body } = await rest.call('GET', `/v1/services/${resourceId}`, { as: admin });
    if (status === 404) return;
    const { operation } = withOperation.parse(body).service;
    if (operation === null) return;
    await passTime(rest.ctx.db, 10_000);
    await runServiceOperation(rest.ctx, { id: operation.job_id });
  }
  throw new Error('The operation does not end.');
};
const deployed = async (): Promise<string> => {
  const { resource_id } = z.object({ resource_id: z.string() }).parse((await call('deploy', wanted)).body);
  await untilIdle(resource_id);
  return resource_id;
};

describe('200', () => {
  it('deploys, lists, resizes and deletes with the payloads of the specification', async () => {
    const credentials = { org_id: admin.orgId, token: 'nat_old' };
    const answer = await call('deploy', { ...wanted, ...credentials });
    expect(answer).toMatchObject({ status: 200, body: { resource_id: expect.stringMatching(/^pg-[0-9a-f]{8}$/), status: 'deploying' } });
    const { resource_id } = z.object({ resource_id: z.string() }).parse(answer.body);
    expect(await listed()).toMatchObject([{ resource_id, status: null, state: 'deploying', plan: 'hobbyist' }]);
    await untilIdle(resource_id);
    const place = { cloud: 'local', region: 'local', resource_id, ...credentials };
    // By the instance type, as the old screens send it.
    expect(await call('resize', { ...place, plan: 'm5.xlarge' })).toMatchObject({ status: 200, body: { status: 'resizing' } });
    await untilIdle(resource_id);
    expect(await listed()).toMatchObject([{ status: 'running', plan: 'professional' }]);
    expect(await call('terminate', place)).toMatchObject({ status: 200, body: { resource_id, status: 'deleting' } });
    await untilIdle(resource_id);
    expect(await listed()).toEqual([]);
  });
});

describe('400', () => {
  it.each([
    ['an unknown cloud', { cloud: 'moon' }, 'cloud'],
    ['an unknown region', { region: 'eu-central-9' }, 'region'],
    ["another cloud's region", { region: 'us-east-1' }, 'region'],
    ['an unknown plan', { plan: 'gigantic' }, 'plan'],
    ["a property of every object as the plan's name", { plan: '__proto__' }, 'plan'],
    ['an unknown solution', { database: 'oracle' }, 'database'],
    ['a user of a solution that chooses it', { user: 'grace@example.com', password: 'a phrase of hers' }, 'user'],
    ['no address of the first user', { database: 'metabase', password: 'a phrase of hers' }, 'user'],
    ['a short password', { database: 'metabase', user: 'grace@example.com', password: 'short' }, 'password'],
    [
      'a password with a control character',
      { database: 'metabase', user: 'grace@example.com', password: 'a phrase\u0007 of hers' },
      'password',
    ],
    ['a field that does not exist', { image: 'evil:latest' }, 'image'],
  ])('%s: the field is named, and nothing begins', async (_what, change, path) => {
    const machines = rest.ctx.gateways.services.machines.size;
    const details = [{ path, message: expect.any(String) }];
    expect(await call('deploy', { ...wanted, ...change })).toMatchObject({
      status: 400,
      body: { ...errorBody('invalid_input'), error: expect.any(String), message: expect.any(String), details },
    });
    expect(await listed()).toEqual([]);
    expect(rest.ctx.gateways.services.machines.size).toBe(machines);
  });

  it.each(HOSTILE)('%j in every field of a deployment: nothing begins', async (text) => {
    for (const field of Object.keys(wanted)) expect((await call('deploy', { ...wanted, [field]: text })).status).toBe(400);
    expect(await listed()).toEqual([]);
  });

  it('a cloud that is not enabled', async () => {
    expect(await call('deploy', { ...wanted, cloud: 'aws', region: 'us-east-1' })).toMatchObject({
      status: 400,
      body: errorBody('cloud_not_enabled'),
    });
  });

  it('an unknown plan of a resize, and the present one', async () => {
    const resource_id = await deployed();
    expect(await call('resize', { resource_id, plan: 'gigantic' })).toMatchObject({ status: 400, body: { details: [{ path: 'plan' }] } });
    for (const plan of ['hobbyist', 't3.medium', 't2.medium'])
      expect(await call('resize', { resource_id, plan })).toMatchObject({ body: errorBody('plan_unchanged') });
    expect(await listed()).toMatchObject([{ state: 'running', plan: 'hobbyist' }]);
  });
});

describe('404', () => {
  it.each(['resize', 'terminate'])("%s: another organization's service, a service elsewhere, and a hostile name", async (name) => {
    const resource_id = await deployed();
    const body = (change: object) => ({ resource_id, ...(name === 'resize' ? { plan: 'professional' } : {}), ...change });
    const stranger = await newMember(rest);
    const missing = { status: 404, body: errorBody('service_not_found') };
    expect(await call(name, body({}), stranger)).toMatchObject(missing);
    expect(await call(name, body({ cloud: 'aws' }))).toMatchObject(missing);
    expect(await call(name, body({ region: 'us-east-1' }))).toMatchObject(missing);
    for (const hostile of HOSTILE) expect(await call(name, body({ resource_id: hostile }))).toMatchObject({ status: 404 });
    expect(await listed()).toMatchObject([{ resource_id, state: 'running', plan: 'hobbyist' }]);
  });
});

it('holds names and addresses to the rules of the screens', async () => {
  const at = `/v1/services/${await deployed()}`;
  for (const name of ['*.example.com', 'a b.example.com', 'PG-1.SVC.EXAMPLE\nX', '', 'a'.repeat(300)]) {
    expect(await rest.call('PUT', `${at}/names`, { as: admin, body: { names: [name] } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: 'names.0' }] },
    });
  }
  for (const range of ['all', '10.0.0.0/33', '0.0.0.0/0 trust']) {
    expect(await rest.call('PUT', `${at}/allowlist`, { as: admin, body: { ranges: [range] } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: 'ranges.0' }] },
    });
  }
});

it('takes every printable character in the password of a first user', async () => {
  const password = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
  const answer = await call('deploy', { ...wanted, database: 'metabase', user: 'grace@example.com', password });
  expect(answer).toMatchObject({ status: 200 });
  const { resource_id } = z.object({ resource_id: z.string() }).parse(answer.body);
  expect((await rest.call('GET', `/v1/services/${resource_id}/password`, { as: admin })).body).toMatchObject({ password });
});
