import { services } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { createTestContext, makeOrgContext, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { deployService } from './deploy-service.ts';
import { getService } from './get-service.ts';
import { setAllowlist } from './set-allowlist.ts';
import { operate, serviceRow } from './testing/operate.ts';

let test: TestContext;
let admin: OrgContext & { readonly actor: { readonly via: 'session' } };
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  admin = await makeOrgContext(test.ctx);
  await test.ctx.db.delete(services);
  test.ctx.gateways.services.machines.clear();
  test.ctx.gateways.services.changes.length = 0;
});
afterAll(() => test.close());

const deployed = async (database: 'postgres' | 'mysql' = 'postgres'): Promise<string> => {
  const { resourceId } = await deployService(admin, { cloud: 'local', database, plan: 'hobbyist', region: 'local' });
  await operate(test.ctx, resourceId);
  return resourceId;
};
const inForce = () => [...test.ctx.gateways.services.machines.values()].map(({ spec }) => spec.allowlist);
const refusal = (call: Promise<unknown>) =>
  call.then(() => null).catch((error: unknown) => (error instanceof DomainError ? [error.code, ...error.details] : error));

it('restricts the addresses of clients, and lets any connect again', async () => {
  const resourceId = await deployed();
  await setAllowlist(admin, { resourceId, ranges: ['203.0.113.0/24', '2001:db8::1'] });
  expect(await getService(admin, { resourceId })).toMatchObject({ status: 'restricting', allowlist: { ranges: [] } });
  await operate(test.ctx, resourceId);
  expect(inForce()).toEqual([['203.0.113.0/24', '2001:db8::1']]);
  expect(await getService(admin, { resourceId })).toMatchObject({
    status: 'running',
    allowlist: { reasonAgainst: null, ranges: ['203.0.113.0/24', '2001:db8::1'] },
  });
  await setAllowlist(admin, { resourceId, ranges: [] });
  await operate(test.ctx, resourceId);
  expect(inForce()).toEqual([[]]);
  const { events } = await getService(admin, { resourceId });
  expect(events.slice(0, 4).map(({ text }) => text)).toEqual([
    'Clients may connect from any address.',
    'A change of the allowed addresses began.',
    'Clients may connect from 203.0.113.0/24, 2001:db8::1.',
    'A change of the allowed addresses began.',
  ]);
});

it('stores and changes nothing if the engine cannot restrict addresses', async () => {
  const resourceId = await deployed('mysql');
  const reason = "This engine can't restrict the addresses of clients.";
  expect((await getService(admin, { resourceId })).allowlist).toEqual({ reasonAgainst: reason, ranges: [] });
  expect(await refusal(setAllowlist(admin, { resourceId, ranges: ['203.0.113.0/24'] }))).toEqual([
    'invalid_input',
    { path: 'ranges', message: reason },
  ]);
  expect(await serviceRow(test.ctx, resourceId)).toMatchObject({ allowlist: [], nextAllowlist: null, operationId: null });
});

it('restores the previous addresses if the engine refuses the next ones', async () => {
  const resourceId = await deployed();
  await setAllowlist(admin, { resourceId, ranges: ['203.0.113.0/24'] });
  await operate(test.ctx, resourceId);
  test.ctx.gateways.services.fail('setAllowlist', 'invalid', { after: true });
  await setAllowlist(admin, { resourceId, ranges: ['198.51.100.7'] });
  await operate(test.ctx, resourceId);
  expect(inForce()).toEqual([['203.0.113.0/24']]);
  expect(await serviceRow(test.ctx, resourceId)).toMatchObject({ allowlist: ['203.0.113.0/24'], nextAllowlist: null, operationId: null });
  expect((await getService(admin, { resourceId })).events[0]?.text).toBe(
    'The allowed addresses were not changed. The cloud answered: invalid.',
  );
});

it('makes one change at a time, and none for another organization', async () => {
  const resourceId = await deployed();
  await setAllowlist(admin, { resourceId, ranges: ['203.0.113.0/24'] });
  expect(await refusal(setAllowlist(admin, { resourceId, ranges: [] }))).toEqual(['service_busy']);
  const other = await makeOrgContext(test.ctx);
  expect(await refusal(setAllowlist(other, { resourceId, ranges: [] }))).toEqual(['service_not_found']);
});
